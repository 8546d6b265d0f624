#include "mutation/syntax/kinds.h"

namespace runner {

NodeKind kind_of(CXCursorKind kind) {
  switch (kind) {
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
    case CXCursor_FunctionTemplate:
      return NodeKind::function;
    case CXCursor_LambdaExpr:
      return NodeKind::lambda;
    case CXCursor_CompoundStmt:
      return NodeKind::block;
    case CXCursor_DeclStmt:
      return NodeKind::declaration;
    case CXCursor_IfStmt:
      return NodeKind::if_;
    case CXCursor_WhileStmt:
      return NodeKind::while_;
    case CXCursor_DoStmt:
      return NodeKind::do_;
    case CXCursor_ForStmt:
      return NodeKind::for_;
    case CXCursor_CXXForRangeStmt:
      return NodeKind::range_for;
    case CXCursor_SwitchStmt:
      return NodeKind::switch_;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
      return NodeKind::case_;
    case CXCursor_CXXTryStmt:
      return NodeKind::try_;
    case CXCursor_CXXCatchStmt:
      return NodeKind::catch_;
    case CXCursor_ReturnStmt:
      return NodeKind::return_;
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_GotoStmt:
      return NodeKind::jump;
    case CXCursor_CallExpr:
      return NodeKind::call;
    case CXCursor_BinaryOperator:
      return NodeKind::binary;
    case CXCursor_CompoundAssignOperator:
      return NodeKind::assignment;
    case CXCursor_UnaryOperator:
      return NodeKind::unary;
    case CXCursor_ConditionalOperator:
      return NodeKind::conditional;
    case CXCursor_CXXThrowExpr:
      return NodeKind::throw_;
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_OverloadedDeclRef:
    case CXCursor_MemberRef:
    case CXCursor_VariableRef:
      return NodeKind::name;
    case CXCursor_TypeRef:
    case CXCursor_TemplateRef:
      return NodeKind::type;
    case CXCursor_IntegerLiteral:
      return NodeKind::number;
    case CXCursor_CXXBoolLiteralExpr:
      return NodeKind::truth;
    case CXCursor_StringLiteral:
      return NodeKind::text;
    case CXCursor_VarDecl:
    case CXCursor_FieldDecl:
      return NodeKind::variable;
    case CXCursor_ParmDecl:
      return NodeKind::parameter;
    default:
      return NodeKind::other;
  }
}

}  // namespace runner
