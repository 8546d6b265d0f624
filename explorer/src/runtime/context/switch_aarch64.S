// Context switch for AArch64, procedure call standard AAPCS64.
//
// Saved on the stack, from the saved stack pointer up: x19 to x28, x29 (frame pointer), x30 (return
// address), d8 to d15, FPCR. SavedContext is { stack pointer, thread base }.

        .text

        .equ    FRAME_SIZE, 176

.macro SAVE_REGISTERS
        sub     sp, sp, #FRAME_SIZE
        stp     x19, x20, [sp]
        stp     x21, x22, [sp, #16]
        stp     x23, x24, [sp, #32]
        stp     x25, x26, [sp, #48]
        stp     x27, x28, [sp, #64]
        stp     x29, x30, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        mrs     x9, fpcr
        str     x9, [sp, #160]
.endm

.macro LOAD_REGISTERS
        ldr     x9, [sp, #160]
        msr     fpcr, x9
        ldp     d14, d15, [sp, #144]
        ldp     d12, d13, [sp, #128]
        ldp     d10, d11, [sp, #112]
        ldp     d8, d9, [sp, #96]
        ldp     x29, x30, [sp, #80]
        ldp     x27, x28, [sp, #64]
        ldp     x25, x26, [sp, #48]
        ldp     x23, x24, [sp, #32]
        ldp     x21, x22, [sp, #16]
        ldp     x19, x20, [sp]
        add     sp, sp, #FRAME_SIZE
.endm

// Leaves the stack for the one saved in \context, and takes over its thread base if asked to.
.macro TAKE_STACK context
        ldr     x9, [\context]
        mov     sp, x9
.endm

.macro TAKE_THREAD_BASE context
        ldr     x9, [\context, #8]
        msr     tpidr_el0, x9
.endm

.macro FUNCTION name
        .globl  \name
        .type   \name, %function
        .p2align 5
\name:
.endm

// void explorer_switch_context(SavedContext* from, const SavedContext* to)
FUNCTION explorer_switch_context
        SAVE_REGISTERS
        mov     x9, sp
        str     x9, [x0]
        TAKE_STACK x1
        TAKE_THREAD_BASE x1
        LOAD_REGISTERS
        ret
        .size   explorer_switch_context, .-explorer_switch_context

// [[noreturn]] void explorer_jump_context(const SavedContext* to)
FUNCTION explorer_jump_context
        TAKE_STACK x0
        TAKE_THREAD_BASE x0
        LOAD_REGISTERS
        ret
        .size   explorer_jump_context, .-explorer_jump_context

// [[noreturn]] void explorer_jump_stack(const SavedContext* to)
FUNCTION explorer_jump_stack
        TAKE_STACK x0
        LOAD_REGISTERS
        ret
        .size   explorer_jump_stack, .-explorer_jump_stack

// void explorer_run_on_stack(SavedContext* from, void* stack_top, ContextEntry entry, void* argument)
FUNCTION explorer_run_on_stack
        SAVE_REGISTERS
        mov     x9, sp
        str     x9, [x0]
        and     x9, x1, #-16
        sub     x9, x9, #16
        mov     sp, x9
        mov     x19, x2
        mov     x20, x3
        b       explorer_context_entry
        .size   explorer_run_on_stack, .-explorer_run_on_stack

// The first resumption of a prepared context: x19 holds the entry, x20 its argument. The unwinder
// stops here because there is no caller.
        .globl  explorer_context_entry
        .type   explorer_context_entry, %function
        .p2align 5
        .cfi_startproc
        .cfi_undefined x30
explorer_context_entry:
        mov     x29, xzr
        mov     x0, x20
        blr     x19
        brk     #0
        .cfi_endproc
        .size   explorer_context_entry, .-explorer_context_entry

        .section .note.GNU-stack,"",%progbits
