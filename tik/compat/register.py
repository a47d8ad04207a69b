"""Registration, compile context and build configuration: kernels call them; nothing here depends on what they say."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from tik.compat.modules import Contents, registering

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = [
    "CompileContext",
    "bank",
    "build_configuration",
    "configuration_keys",
    "context",
    "fusion_manager",
    "log",
    "operations",
    "registration",
]


class CompileContext:
    """``tbe_context.get_context()``: keeps what a kernel tells its host-side tiling. Also the ``with`` block OpContext."""

    def __init__(self, op_mode: str = "dynamic") -> None:
        self.op_mode, self.info, self.additions = op_mode, dict[str, Any](), dict[str, Any]()
        self.ops: list[Any] = []

    def __enter__(self) -> CompileContext:
        return self

    def __exit__(self, *exc: object) -> None:
        pass

    def add_compile_info(self, key: str, value: Any) -> None:
        """Remember a value of the tiling's."""
        self.info[key] = value

    def get_compile_info(self) -> dict[str, Any]:
        """All of them."""
        return self.info

    def get_op_mode(self) -> str:
        """ "static" or "dynamic"."""
        return self.op_mode

    def set_op_mode(self, mode: str) -> None:
        """Change it."""
        self.op_mode = mode

    def add_addition(self, key: str, value: Any) -> None:
        """Remember something else."""
        self.additions[key] = value

    def get_addition(self, key: str) -> Any:
        """What was remembered, or None."""
        return self.additions.get(key)

    def add_op_info(self, op_info: Any, *more: Any) -> None:
        """Remember an operator of the graph."""
        self.ops.append(op_info)

    def get_op_info(self) -> list[Any]:
        """The operators; none, unless the file named some: there is no graph around the kernel."""
        return self.ops

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("set_", "add_", "get_", "is_")):
            return lambda *args, **kwargs: None
        raise AttributeError(name)


class OpInfo:
    """``op_info.OpInfo("Name", "Type")``, as ``add_op_info`` takes it."""

    def __init__(self, op_name: str = "", op_type: str = "", *args: Any, **options: Any) -> None:
        self.op_name, self.op_type = op_name, op_type
        vars(self).update(options)


class Configuration:
    """``with build_config(…):`` and what can be asked of one."""

    def __call__(self, *args: Any, **kwargs: Any) -> Configuration:
        return self

    def __enter__(self) -> Configuration:
        return self

    def __exit__(self, *exc: object) -> None:
        pass

    def __getitem__(self, key: str) -> Any:
        return None


def _context(session: Session) -> CompileContext:
    found: CompileContext = session.made("context", CompileContext)
    return found


def context(session: Session) -> Contents:
    """``tbe_context``, ``op_context``."""
    own = _context(session)
    return Contents(
        {"get_context": lambda: own, "OpContext": CompileContext, "get_addition": own.get_addition, "OpInfo": OpInfo}
    )


def operations(session: Session) -> Contents:
    """``te.op``: the older place of the context."""
    own = _context(session)
    names = {"add_compile_info": own.add_compile_info, "get_compile_info": own.get_compile_info}
    return Contents(
        {
            **names,
            "dynamic": CompileContext,
            "static": lambda: CompileContext("static"),
            "get_context": lambda: own,
            "in_dynamic": lambda: own.op_mode == "dynamic",
            "get_op_mode": own.get_op_mode,
        }
    )


def registration(session: Session) -> Contents:
    """``tbe_register``: decorators that leave the function as it is."""
    names = ("get_param_generalization", "get_operator", "get_op_compute", "set_fusion_buildcfg", "get_fusion_buildcfg")
    return Contents(dict.fromkeys(names, lambda *args, **kwargs: None), _registering)


def fusion_manager(session: Session) -> Contents:
    """``fusion_manager``: its decorator, and that nothing is being fused."""

    class Manager:
        register = staticmethod(registering)
        get_build_cfg = staticmethod(lambda: "enable")

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            return lambda *args, **kwargs: None

    names = {"register": registering, "get_fusion_build_cfg": dict, "fusion_manager": Manager()}
    return Contents(names, _no_hit)


def build_configuration(session: Session) -> Contents:
    """``buildcfg``, ``cce_build``: a configuration in which nothing is switched on."""
    own = Configuration()
    ignored = ("set_current_build_config", "te_set_l2_mode", "build_config_update")
    names = dict.fromkeys(ignored, lambda *args, **kwargs: None)
    return Contents(
        {
            **names,
            "build_config": own,
            "dynamic_build_config": own,
            "default_buildcfg": own,
            "cce_default_static_build_config": own,
            "cce_default_dynamic_build_config": own,
            "get_current_build_config": lambda *args: False,
        }
    )


def configuration_keys(session: Session) -> Contents:
    """``buildcfg_mapping``: a key is its own name."""
    return Contents({}, str)


def bank(session: Session) -> Contents:
    """``rl_bank``: a bank without entries."""
    return Contents(
        {"query_rl_bank": lambda *args, **kwargs: (False, None), "cann_kb_search": lambda *args, **kwargs: []}, _no_hit
    )


def log(session: Session) -> Contents:
    """``log``: to the logger "tik"."""
    logger = logging.getLogger("tik")
    names = {name: getattr(logger, name) for name in ("debug", "info", "warning", "error", "critical")}
    return Contents({**names, "warn": logger.warning, "event": logger.info})


def _registering(name: str) -> Any:
    if name.startswith("register"):
        return registering
    raise LookupError(name)


def _no_hit(name: str) -> Any:
    """A function that finds, sets or gets nothing."""
    if not name.islower():
        raise LookupError(name)
    return lambda *args, **kwargs: None
