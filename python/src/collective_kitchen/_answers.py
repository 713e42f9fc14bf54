"""What is answered: one frozen dataclass for each command, with the fields that ``kitchen ... --json`` prints, under their names.

A field that is ``None`` by default is left out of the JSON where there is nothing to say; ``to_dict()`` leaves it out, too.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from dataclasses import dataclass, field
from typing import Any, Optional, Tuple, Type, TypeVar, Union

A = TypeVar("A", bound="Answer")


def _absent() -> Any:
    return field(default=None, metadata={"absent": True})


class Answer:
    """The base of all answers: they compare by value, hash and pickle."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as ``kitchen ... --json`` prints it."""
        out: dict[str, Any] = {}
        for one in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            if one.name == "said" or (value is None and one.metadata.get("absent")):
                continue
            out[one.name] = _plain(value)
        return out

    @classmethod
    def from_dict(cls: Type[A], value: dict[str, Any], said: Tuple[str, ...] = ()) -> A:
        """The answer that was printed. ``TypeError`` where a field is missing or none of the answer's."""
        kinds = typing.get_type_hints(cls)
        read = {name: _read(kinds.get(name, Any), one) for name, one in value.items()}
        return cls(**read, **({"said": said} if "said" in kinds else {}))


def _plain(value: Any) -> Any:
    if isinstance(value, Answer):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def _read(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    if typing.get_origin(kind) in (Union, types.UnionType):
        kind = next(one for one in typing.get_args(kind) if one is not type(None))
    if typing.get_origin(kind) is tuple:
        return tuple(_read(typing.get_args(kind)[0], one) for one in value)
    if isinstance(kind, type) and issubclass(kind, Answer):
        return kind.from_dict(value)
    return value


@dataclass(frozen=True)
class Tuned(Answer):
    """What NCCL's tuner gives one algorithm and protocol."""

    algorithm: str
    protocol: str
    latency_us: float
    bandwidth_GBps: float
    time_us: float
    taken: bool


@dataclass(frozen=True)
class Way(Answer):
    """A way of carrying a collective out, simulated."""

    algorithm: str
    protocol: str
    time_us: float


@dataclass(frozen=True)
class Collective(Answer):
    """One collective on nodes with GPUs. ``tuner``, ``simulated`` and ``notes`` come with ``explain``."""

    system: str
    nodes: int
    gpus: int
    op: str
    bytes: int
    time_us: float
    algbw_GBps: Optional[float]
    busbw_GBps: Optional[float]
    algorithm: str
    protocol: str
    tuner: Optional[Tuple[Tuned, ...]] = _absent()
    simulated: Optional[Tuple[Way, ...]] = _absent()
    notes: Optional[Tuple[str, ...]] = _absent()
    missing: Optional[Tuple[str, ...]] = _absent()
    said: Tuple[str, ...] = ()


@dataclass(frozen=True)
class CollectiveOverDimensions(Answer):
    """One collective over a fabric of dimensions, as ASTRA-sim would have it."""

    system: str
    npus: int
    op: str
    bytes: int
    time_us: float
    algbw_GBps: float
    busbw_GBps: float
    algorithm: str
    links_are_shared: bool
    said: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Term(Answer):
    """A term of a step (``ps``) or of a GPU's memory (``bytes``)."""

    name: str
    formula: str
    ps: Optional[int] = _absent()
    bytes: Optional[int] = _absent()


@dataclass(frozen=True)
class Explained(Answer):
    """Where a step's time and a GPU's memory go; both lists sum to their whole."""

    stage: int
    step_ps: int
    step: Tuple[Term, ...]
    memory_stage: int
    memory_bytes: int
    memory: Tuple[Term, ...]


@dataclass(frozen=True)
class Carried(Answer):
    """A collective of a step that was run packet by packet."""

    op: str
    bytes: int
    flows: int
    carried_bytes: int
    part: float
    streams_fluid_ms: float
    streams_packet_ms: float
    fluid_ms: float
    packet_ms: float
    packets: int
    marks: int
    drops: int
    pauses: int


@dataclass(frozen=True)
class Train(Answer):
    """One training step. ``said`` holds a sentence for each thing to know about it, such as that it does not fit."""

    model: str
    parameters: int
    active_parameters: int
    system: str
    gpus: int
    tp: int
    cp: int
    ep: int
    pp: int
    dp: int
    zero: int
    micro_batches: int
    schedule: str
    recompute: str
    offload: str
    precision: str
    iteration_time_s: float
    tflops_per_gpu: float
    hardware_tflops_per_gpu: float
    mfu: float
    flops_convention: str
    compute_fraction: float
    bubble_fraction: float
    exposed_comm_fraction: float
    memory_bytes: int
    host_memory_bytes: int
    fits: bool
    network: str
    explained: Optional[Explained] = _absent()
    by_packets: Optional[Tuple[Carried, ...]] = _absent()
    said: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Kept(Answer):
    """What was given of a plan: nothing else was looked at there."""

    tp: Optional[int] = _absent()
    pp: Optional[int] = _absent()
    dp: Optional[int] = _absent()
    cp: Optional[int] = _absent()
    ep: Optional[int] = _absent()
    zero: Optional[int] = _absent()
    micro_batch: Optional[int] = _absent()


@dataclass(frozen=True)
class Space(Answer):
    """The space of a search: powers of two up to these, but any pipeline."""

    tp_at_most: int
    cp_at_most: int
    ep_at_most: int
    pp_at_most: int
    micro_batch_at_most: int
    zero: Tuple[int, ...]
    schedules: Tuple[str, ...]
    recompute: str
    offload: Tuple[str, ...]
    memory_bytes: int
    kept: Optional[Kept] = _absent()
    host_memory_bytes: Optional[int] = _absent()


@dataclass(frozen=True)
class Layout(Answer):
    """A layout and its step; ``flags`` are what makes ``kitchen train`` simulate it again."""

    iteration_time_s: float
    tokens_per_s: float
    mfu: float
    compute_fraction: float
    exposed_comm_fraction: float
    bubble_fraction: float
    memory_bytes: int
    flags: str


@dataclass(frozen=True)
class Investment(Answer):
    """Another cluster and the best that it does, or why there is no plan on it."""

    system: str
    nodes: int
    gpus: int
    gbit_per_nic: Optional[int] = _absent()
    faster: Optional[float] = _absent()
    is_proven: Optional[bool] = _absent()
    plan: Optional[Layout] = _absent()
    why: Optional[str] = _absent()


@dataclass(frozen=True)
class Plan(Answer):
    """The fastest layouts of a model on a cluster, the best first."""

    model: str
    parameters: int
    system: str
    gpus: int
    global_batch: int
    seq: int
    legal: int
    fit: int
    simulated: int
    refused: int
    is_proven: bool
    space: Space
    plans: Tuple[Layout, ...]
    left_out_s: Optional[float] = _absent()
    investments: Optional[Tuple[Investment, ...]] = _absent()
    said: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Flow(Answer):
    """A flow and how it went."""

    src: int
    dst: int
    bytes: int
    start_us: float
    finish_us: float
    gbit_per_s: float
    way: int
    packets: int
    again: int
    late: int
    marked: int
    notified: int


@dataclass(frozen=True)
class Link(Answer):
    """A link between switches; its use is of the whole run."""

    port: int
    to: str
    gbit: float
    use_percent: float
    flows: Optional[int]
    longest_queue_kb: float
    marks: int
    pauses: int
    paused_us: float
    drops: int
    from_: str

    def to_dict(self) -> dict[str, Any]:
        out = super().to_dict()
        out["from"] = out.pop("from_")
        return out

    @classmethod
    def from_dict(cls, value: dict[str, Any], said: Tuple[str, ...] = ()) -> Link:
        rest = {name: one for name, one in value.items() if name != "from"}
        return cls(**rest, from_=value["from"])


@dataclass(frozen=True)
class PortStep(Answer):
    """A step of one port's time: its use and its queue."""

    from_us: float
    gbit_per_s: float
    waiting_kb: float


@dataclass(frozen=True)
class Fabric(Answer):
    """Flows on a network of switch chips, packet by packet."""

    fabric: str
    rule: str
    transport: str
    seed: int
    hosts: int
    flow_count: int
    oversubscription: float
    time_us: float
    median_us: float
    p99_us: float
    p999_us: float
    slowest_gbit_per_s: float
    fastest_gbit_per_s: float
    longest_queue_kb: float
    packets: int
    late: int
    marks: int
    pauses: int
    drops: int
    trims: int
    again: int
    in_vain: int
    timeouts: int
    unfinished: int
    circle: Tuple[int, ...]
    watchdog_drops: int
    hops: int
    events: int
    digest: str
    flows: Tuple[Flow, ...]
    links: Tuple[Link, ...]
    messages_us: Optional[Tuple[float, ...]] = _absent()
    port: Optional[Tuple[PortStep, ...]] = _absent()
    said: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Pass(Answer):
    """A pass on one GPU; of decode, the middle step."""

    name: str
    time_ms: float
    tflop: float
    moved_GB: float
    flop_per_byte: float
    tflops: float
    share_of_roof: float


@dataclass(frozen=True)
class Shelf(Answer):
    """What one GPU's memory holds at its fullest."""

    name: str
    weights_bytes: int
    kv_cache_bytes: int
    gradients_bytes: int
    optimizer_bytes: int
    activations_bytes: int
    total_bytes: int
    fits: bool


@dataclass(frozen=True)
class Measured(Answer):
    """A published time, and what the simulation makes of it."""

    id: str
    set: str
    kind: str
    engine: str
    gpu: str
    source: str
    measured_ms: float
    simulated_ms: float
    error_percent: float


@dataclass(frozen=True)
class Goes(Answer):
    """What a pass's time goes to."""

    name: str
    arithmetic_ms: float
    memory_ms: float
    kernel_starts_ms: float
    sums_ms: float


@dataclass(frozen=True)
class Why(Answer):
    """Where an answer's time goes, with ``explain``."""

    goes: Tuple[Goes, ...]
    notes: Tuple[str, ...]


@dataclass(frozen=True)
class Infer(Answer):
    """One prompt answered, by one GPU or several."""

    model: str
    parameters: int
    gpu: str
    tp: int
    batch: int
    prompt: int
    output: int
    time_to_first_token_ms: float
    total_s: float
    peak_tflops: float
    memory_GBps: float
    ridge_flop_per_byte: float
    kv_bytes_per_token: int
    parts: Tuple[Pass, ...]
    memory: Tuple[Shelf, ...]
    measured: Tuple[Measured, ...]
    time_per_token_ms: Optional[float] = _absent()
    tokens_per_s: Optional[float] = _absent()
    why: Optional[Why] = _absent()
    said: Tuple[str, ...] = ()
