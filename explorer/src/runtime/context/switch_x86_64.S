// Context switch for x86-64, System V ABI.
//
// Saved on the stack, from the saved stack pointer up: MXCSR and x87 control word (one slot), r15,
// r14, r13, r12, rbx, rbp, return address. SavedContext is { stack pointer, thread base }.

        .text

.macro SAVE_REGISTERS
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
.endm

.macro RESUME
        addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        // Not ret: the processor would predict the return of another call on another stack.
        popq    %rcx
        jmp     *%rcx
.endm

// void explorer_switch_context(SavedContext* from, const SavedContext* to)
        .globl  explorer_switch_context
        .type   explorer_switch_context, @function
        .p2align 5
explorer_switch_context:
        SAVE_REGISTERS
        movl    (%rsp), %edx
        movzwl  4(%rsp), %ecx
        movq    %rsp, (%rdi)
        movq    (%rsi), %rsp
        movq    8(%rsi), %rax
        wrfsbase %rax
        // Threads hardly ever differ in how they round, and to look costs less than to load.
        cmpl    (%rsp), %edx
        jne     1f
        cmpw    4(%rsp), %cx
        jne     1f
        RESUME
1:      ldmxcsr (%rsp)
        fldcw   4(%rsp)
        RESUME
        .size   explorer_switch_context, .-explorer_switch_context

// [[noreturn]] void explorer_jump_context(const SavedContext* to)
        .globl  explorer_jump_context
        .type   explorer_jump_context, @function
        .p2align 5
explorer_jump_context:
        movq    (%rdi), %rsp
        movq    8(%rdi), %rax
        wrfsbase %rax
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        RESUME
        .size   explorer_jump_context, .-explorer_jump_context

// [[noreturn]] void explorer_jump_stack(const SavedContext* to)
        .globl  explorer_jump_stack
        .type   explorer_jump_stack, @function
        .p2align 5
explorer_jump_stack:
        movq    (%rdi), %rsp
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        RESUME
        .size   explorer_jump_stack, .-explorer_jump_stack

// void explorer_run_on_stack(SavedContext* from, void* stack_top, ContextEntry entry, void* argument)
        .globl  explorer_run_on_stack
        .type   explorer_run_on_stack, @function
        .p2align 5
explorer_run_on_stack:
        SAVE_REGISTERS
        movq    %rsp, (%rdi)
        andq    $-16, %rsi
        leaq    -16(%rsi), %rsp
        movq    %rdx, %rbx
        movq    %rcx, %r12
        jmp     explorer_context_entry
        .size   explorer_run_on_stack, .-explorer_run_on_stack

// The first resumption of a prepared context: rbx holds the entry, r12 its argument. The unwinder
// stops here because there is no caller.
        .globl  explorer_context_entry
        .type   explorer_context_entry, @function
        .p2align 5
        .cfi_startproc
        .cfi_undefined rip
explorer_context_entry:
        xorl    %ebp, %ebp
        movq    %r12, %rdi
        call    *%rbx
        ud2
        .cfi_endproc
        .size   explorer_context_entry, .-explorer_context_entry

        .section .note.GNU-stack,"",@progbits
