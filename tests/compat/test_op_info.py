"""How MindSpore's operators declare themselves."""

from tik.compat.op_info import DataType, OpInfo, op_info_register


def test_the_fluent_builder_keeps_what_is_said() -> None:
    info = (
        OpInfo("Square")
        .fusion_type("OPAQUE")
        .partial_flag(True)
        .attr("axis", "optional", "int", "all")
        .input(0, "x", False, "required", "all")
        .output(0, "y", False, "required", "all")
        .dtype_format(DataType.F16_5HD, DataType.I32_Default)
        .get_op_info()
    )
    assert info["op_name"] == "Square" and info["fusion_type"] == "OPAQUE" and info["partial_flag"] is True
    assert info["inputs"] == [{"index": 0, "name": "x"}] and info["attr"] == [{"name": "axis"}]
    assert info["dtype_format"] == [(("float16", "NC1HWC0"), ("int32", "DefaultFormat"))]

    @op_info_register(info)
    def square(x, y, kernel_name="square"):  # type: ignore[no-untyped-def]
        return 5

    assert square(1, 2) == 5 and square.__tik_tensors__ == 2


def test_dtypes() -> None:
    assert DataType.BOOL_None == ("bool", "") and DataType.U8_FracNZ == ("uint8", "FRACTAL_NZ")
    assert DataType.F32_NewFormat == ("float32", "NewFormat") and not hasattr(DataType, "X5_Default")
