"""placeholder"""
from __future__ import annotations
import dataclasses
from tik.ir import *
from tik.isa.sync import PipeBarrier
from tik.types.pipes import Pipe
from tik.schedule.rewrite import operand_elements


def synchronise(program: Program) -> Program:
    def barrier(p):
        return Instr(PipeBarrier, (), ("ALL",), p)
    def body(b):
        out = []
        for s in b:
            if isinstance(s, Instr) and not s.op.sync and s.op.mnemonic != "print":
                out.append(barrier(s.position))
            elif isinstance(s, Assign) and any(True for _ in operand_elements(s.value)):
                out.append(barrier(s.position))
            elif isinstance(s, For):
                out.append(barrier(s.position))
                s = dataclasses.replace(s, body=body(s.body))
            elif isinstance(s, If):
                out.append(barrier(s.position))
                s = If(s.cond, body(s.then), body(s.orelse), s.position)
            elif isinstance(s, Block) and not s.no_sync:
                s = dataclasses.replace(s, body=body(s.body))
            out.append(s)
        return out
    return dataclasses.replace(program, body=body(program.body))
