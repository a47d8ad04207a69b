"""TE compute beside a TIK kernel: the first is refused by name when it is called, the second runs."""

import te.lang.cce
from tbe import tvm
from tbe.dsl import auto_schedule, vadd
from te import tvm as old_tvm
from te.lang.cce import vmuls as te_vmuls
from te.platform import fusion_manager
from te.tvm.expr import Var
from topi import generic


@fusion_manager.register("double")
def compute(x):
    with tvm.target.cce():
        return auto_schedule(te_vmuls(vadd(x, x), 2))


def double(n=64, kernel_name="double"):
    from te import tik

    if isinstance(n, (tvm.expr.Expr, Var, old_tvm.Tensor)):
        raise RuntimeError("a symbol")
    instance = tik.Tik()
    x = instance.Tensor("float32", (n,), name="x", scope=tik.scope_gm)
    ub = instance.Tensor("float32", (n,), name="ub", scope=tik.scope_ubuf)
    instance.data_move(ub, x, 0, 1, n // 8, 0, 0)
    instance.vec_add(n, ub, ub, ub, 1, 8, 8, 8)
    instance.data_move(x, ub, 0, 1, n // 8, 0, 0)
    instance.BuildCCE(kernel_name, inputs=[x], outputs=[x])
    return instance
