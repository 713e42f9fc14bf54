"""A moment of a chapter as SVG."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Tuple, Union

from ._asked import ask


@dataclass(frozen=True)
class Picture:
    """A picture that shows itself in a notebook."""

    svg: str = field(repr=False)
    chapter: str
    at: float
    lang: str
    said: Tuple[str, ...] = ()

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def picture(
    chapter: str = "pipeline",
    *,
    at: float = 0.5,
    lang: str = "en",
    layer: Optional[str] = None,
    theme: Optional[str] = None,
    size: Optional[Tuple[int, int]] = None,
    settings: Optional[Mapping[str, Any]] = None,
) -> Picture:
    """The chapter's stage at a share of its run (0 to 1), as ``kitchen picture`` draws it.

    ``settings`` are the chapter's own, by the names that they have in its links; what it cannot set is told in ``said``.
    """
    given = {
        "chapter": chapter,
        "at": at,
        "layer": layer,
        "theme": theme,
        "size": None if size is None else f"{size[0]}x{size[1]}",
        "set": None if settings is None else [f"{name}={value}" for name, value in settings.items()],
    }
    text, said = ask("picture", {name: value for name, value in given.items() if value is not None}, lang)
    return Picture(text, chapter, at, lang, said)
