"""What can be asked: the flags of ``kitchen``, as keyword arguments.

An argument that is not given, or ``None``, is the command line's own default. Sizes are numbers of bytes or texts such as ``"1GiB"``;
files are paths. ``lang`` (one of ``LANGUAGES``; "en" and "ja" say everything) is the language of all sentences, among them that of
:class:`Refused`.
"""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

from . import _core
from ._answers import Collective, CollectiveOverDimensions, Fabric, Infer, Plan, Train

Path = Union[str, "os.PathLike[str]"]
Size = Union[int, str]

LANGUAGES = tuple(_core.languages())


class Refused(ValueError):
    """Why there is no answer, in a sentence.

    ``about`` is the argument, as the command line calls it (``--global-batch``), or the file; it may be empty.
    """

    def __init__(self, about: str, sentence: str) -> None:
        super().__init__(about, sentence)
        self.about = about
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.about}: {self.sentence}" if self.about else self.sentence


def _value(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple)):
        return [_value(one) for one in value]
    # Numbers of other libraries, such as a column's.
    if hasattr(value, "item") and not isinstance(value, (int, float, str)):
        return value.item()
    return value


def ask(command: str, given: Mapping[str, Any], lang: str) -> Tuple[str, Tuple[str, ...]]:
    """The text that the command prints and the sentences about it."""
    if lang not in LANGUAGES:
        raise ValueError(f"lang: {', '.join(LANGUAGES)}")
    flags = {name.rstrip("_").replace("_", "-"): _value(value) for name, value in given.items()}
    text, said = _core.ask(command, json.dumps(flags, allow_nan=False), lang)
    if text is None:
        raise Refused(*said)
    return text, tuple(said)


def _given(all_: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in all_.items() if name != "lang" and value is not None}


def collective(
    *,
    system: str,
    nodes: Optional[int] = None,
    gpus: Optional[int] = None,
    op: Optional[str] = None,
    bytes: Optional[Size] = None,
    missing: Optional[Sequence[str]] = None,
    skew: Optional[Union[float, str]] = None,
    algorithm: Optional[str] = None,
    dimensions: Optional[str] = None,
    sharp: Optional[bool] = None,
    explain: Optional[bool] = None,
    lang: str = "en",
) -> Union[Collective, CollectiveOverDimensions]:
    """One collective, as ``kitchen collective`` has it."""
    text, said = ask("collective", _given(locals()), lang)
    value = json.loads(text)
    kind = CollectiveOverDimensions if "npus" in value else Collective
    return kind.from_dict(value, said)


def train(
    *,
    system: str,
    model: Optional[str] = None,
    config: Optional[Path] = None,
    shape: Optional[str] = None,
    nodes: Optional[int] = None,
    gpus: Optional[int] = None,
    tp: Optional[int] = None,
    cp: Optional[int] = None,
    ep: Optional[int] = None,
    pp: Optional[int] = None,
    zero: Optional[int] = None,
    shard_group: Optional[int] = None,
    micro_batch: Optional[int] = None,
    global_batch: Optional[int] = None,
    schedule: Optional[str] = None,
    chunks: Optional[int] = None,
    recompute: Optional[str] = None,
    offload: Optional[str] = None,
    sequence_parallel: Optional[bool] = None,
    seq: Optional[int] = None,
    precision: Optional[str] = None,
    attention: Optional[str] = None,
    gradient_bytes: Optional[int] = None,
    overlap: Optional[bool] = None,
    overlap_tensor: Optional[bool] = None,
    eager: Optional[bool] = None,
    imbalance: Optional[int] = None,
    network: Optional[str] = None,
    wires: Optional[str] = None,
    spines: Optional[int] = None,
    rule: Optional[str] = None,
    seed: Optional[int] = None,
    pairs: Optional[int] = None,
    dcqcn: Optional[str] = None,
    transport: Optional[str] = None,
    explain: Optional[bool] = None,
    lang: str = "en",
) -> Train:
    """One training step, as ``kitchen train`` has it."""
    text, said = ask("train", _given(locals()), lang)
    return Train.from_dict(json.loads(text), said)


def plan(
    *,
    system: str,
    model: Optional[str] = None,
    config: Optional[Path] = None,
    shape: Optional[str] = None,
    nodes: Optional[int] = None,
    gpus: Optional[int] = None,
    global_batch: Optional[int] = None,
    tokens: Optional[Union[int, str]] = None,
    seq: Optional[int] = None,
    precision: Optional[str] = None,
    schedules: Optional[str] = None,
    overlap_tensor: Optional[bool] = None,
    tp: Optional[int] = None,
    pp: Optional[int] = None,
    dp: Optional[int] = None,
    cp: Optional[int] = None,
    ep: Optional[int] = None,
    zero: Optional[int] = None,
    micro_batch: Optional[int] = None,
    memory: Optional[Size] = None,
    top: Optional[int] = None,
    simulate: Optional[int] = None,
    invest: Optional[bool] = None,
    lang: str = "en",
) -> Plan:
    """The fastest layouts of a model on a cluster, as ``kitchen plan`` has them; without its purchases."""
    text, said = ask("plan", _given(locals()), lang)
    return Plan.from_dict(json.loads(text), said)


def fabric(
    *,
    fabric: Optional[str] = None,
    flows: Optional[str] = None,
    bytes: Optional[Size] = None,
    flow_file: Optional[Path] = None,
    leaves: Optional[int] = None,
    spines: Optional[int] = None,
    hosts: Optional[int] = None,
    pods: Optional[int] = None,
    cores: Optional[int] = None,
    rails: Optional[int] = None,
    planes: Optional[int] = None,
    gbit: Optional[int] = None,
    host_gbit: Optional[int] = None,
    chip: Optional[str] = None,
    rule: Optional[str] = None,
    seed: Optional[int] = None,
    mtu: Optional[int] = None,
    lossy: Optional[bool] = None,
    dcqcn: Optional[str] = None,
    dcqcn_set: Optional[str] = None,
    ecn: Optional[str] = None,
    transport: Optional[str] = None,
    paths: Optional[int] = None,
    chunk: Optional[Size] = None,
    credit: Optional[Size] = None,
    coalesce: Optional[int] = None,
    cpu_cores: Optional[int] = None,
    window: Optional[Size] = None,
    timeout_us: Optional[int] = None,
    trim: Optional[bool] = None,
    buffer: Optional[Size] = None,
    credits: Optional[bool] = None,
    loss: Optional[float] = None,
    down: Optional[Sequence[int]] = None,
    cut_through: Optional[bool] = None,
    port: Optional[int] = None,
    lang: str = "en",
) -> Fabric:
    """Flows on a network of switch chips, packet by packet, as ``kitchen fabric`` has them."""
    text, said = ask("fabric", _given(locals()), lang)
    return Fabric.from_dict(json.loads(text), said)


def infer(
    *,
    model: Optional[str] = None,
    gpu: Optional[str] = None,
    system: Optional[str] = None,
    tp: Optional[int] = None,
    batch: Optional[int] = None,
    prompt: Optional[int] = None,
    output: Optional[int] = None,
    weight_bits: Optional[float] = None,
    kv_bits: Optional[float] = None,
    explain: Optional[bool] = None,
    lang: str = "en",
) -> Infer:
    """One prompt answered, as ``kitchen infer`` has it."""
    text, said = ask("infer", _given(locals()), lang)
    return Infer.from_dict(json.loads(text), said)
