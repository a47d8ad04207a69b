"""Two sorted lists of proposals in GM, merged in pieces: a merge stops when one piece is used up, and says how far it came."""

from te import tik
from te.utils import para_check

CHUNK = 32


@para_check.check_input_type(dict, dict, dict, bool, str)
def merge_lists(a, b, y, scalars=False, kernel_name="merge_lists"):
    instance = tik.Tik()
    sizes = [one.get("shape")[0] for one in (a, b)]
    gm = [instance.Tensor("float16", (n, 8), tik.scope_gm, "gm_%d" % i) for i, n in enumerate(sizes)]
    gm_out = instance.Tensor("float16", (sum(sizes), 8), tik.scope_gm, "gm_out")
    ub = [instance.Tensor("float16", (CHUNK, 8), tik.scope_ubuf, "ub_%d" % i) for i in range(2)]
    ub_out = instance.Tensor("float16", (2 * CHUNK, 8), tik.scope_ubuf, "ub_out")
    done = [instance.Scalar("int32", "done", init_value=0) for _ in range(2)]
    left = [instance.Scalar("int32", "left") for _ in range(2)]
    with instance.for_range(0, sum(sizes) // CHUNK * 2 + 2):
        for i in range(2):
            instance.scalar_min(left[i], sizes[i] - done[i], CHUNK)
        at = instance.Scalar("int32", "at")
        at.set_as(done[0] + done[1])
        with instance.if_scope(tik.all(left[0] > 0, left[1] > 0)):
            for i in range(2):
                instance.data_move(ub[i], gm[i][done[i] * 8], 0, 1, (left[i] + 1) / 2, 0, 0)
            if scalars:
                counts = [instance.Scalar("uint16", "count%d" % i) for i in range(4)]
            else:
                counts = instance.ScalarArray(dtype="uint16", length=4, name="counts")
            src_list = [ub[0][0], ub[1][0], ub[0][0], ub[0][0]]
            instance.vmrgsort4(ub_out[0], src_list, [left[0], left[1], 0, 0], True, "0011", 1, counts)
            used = [instance.Scalar("int32", "used", init_value=counts[i]) for i in range(2)]
            instance.data_move(gm_out[at * 8], ub_out, 0, 1, (used[0] + used[1] + 1) / 2, 0, 0)
            for i in range(2):
                done[i].set_as(done[i] + used[i])
        with instance.else_scope():
            for i in range(2):
                with instance.if_scope(left[i] > 0):
                    instance.data_move(ub[i], gm[i][done[i] * 8], 0, 1, (left[i] + 1) / 2, 0, 0)
                    instance.data_move(gm_out[at * 8], ub[i], 0, 1, (left[i] + 1) / 2, 0, 0)
                    done[i].set_as(done[i] + left[i])
    instance.BuildCCE(kernel_name=kernel_name, inputs=gm, outputs=gm_out)
    return instance
