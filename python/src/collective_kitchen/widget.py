"""A chapter as a widget, with its state both ways; needs ``anywidget``.

    from collective_kitchen.widget import Kitchen

    stage = Kitchen(src="https://example.org/kitchen/", chapter="pipeline")
"""

from __future__ import annotations

import functools
import os
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Optional, Union

import anywidget
import traitlets

from ._asked import LANGUAGES


class _Page(SimpleHTTPRequestHandler):
    """Files of one folder, or one file of it; no lists of folders, no log."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript"}

    def __init__(self, *args: Any, only: Optional[str], **more: Any) -> None:
        self.only = only
        super().__init__(*args, **more)

    def send_head(self) -> Any:
        path = self.path.split("?")[0].split("#")[0]
        file = Path(self.translate_path(self.path))
        if file.is_dir() and path.endswith("/"):
            file = file / "index.html"
        if (self.only and path != f"/{self.only}") or not file.is_file():
            self.send_error(404)
            return None
        return super().send_head()

    def log_message(self, *_: Any) -> None:
        pass


@functools.lru_cache(maxsize=None)
def serve(path: str) -> str:
    """Serves a built page on this machine alone, until Python ends; its address.

    ``path`` is the folder ``dist`` or the one-file page.
    """
    place = Path(path).resolve(strict=True)
    folder, only = (place, None) if place.is_dir() else (place.parent, place.name)
    if only is None and not (place / "index.html").is_file():
        raise ValueError(f"{path} holds no index.html")
    handler = functools.partial(_Page, directory=str(folder), only=only)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True, name="collective-kitchen page").start()
    return f"http://127.0.0.1:{server.server_address[1]}/{only or ''}"


class Kitchen(anywidget.AnyWidget):
    """A chapter of the page in a notebook.

    The page comes from an address (``src``), or from a build on this machine (``page``: the folder ``dist`` or the one-file page), which
    is then served on 127.0.0.1 and so is seen only by a browser on the same machine.

    What is set here moves the stage; what a hand does there is heard here (``observe``).
    """

    _esm = Path(__file__).parent / "widget.js"

    src = traitlets.Unicode("", help="where the page is").tag(sync=True)
    chapter = traitlets.Unicode("pipeline").tag(sync=True)
    act = traitlets.Unicode("", help="the chapter's act; empty outside of acts").tag(sync=True)
    at = traitlets.Float(0.0, min=0.0, max=1.0, help="the share of the run that has passed").tag(sync=True)
    lang = traitlets.Enum(LANGUAGES, "en").tag(sync=True)
    layer = traitlets.Enum(("kitchen", "xray"), "kitchen").tag(sync=True)
    theme = traitlets.Enum(("", "auto", "light", "dark"), "").tag(sync=True)
    controls = traitlets.Bool(False, help="whether the chapter's controls stand below").tag(sync=True)
    params = traitlets.Dict(help="the chapter's settings, by the names that they have in its links").tag(sync=True)
    caption = traitlets.Unicode("", help="what the stage says now; told by it").tag(sync=True)
    answered = traitlets.Bool(False, help="whether the question is answered; told by the stage").tag(sync=True)
    problem = traitlets.Unicode("", help="what was asked for and is not there; told by the stage").tag(sync=True)

    def __init__(self, *, page: Optional[Union[str, "os.PathLike[str]"]] = None, **state: Any) -> None:
        if (page is None) == (not state.get("src")):
            raise ValueError("one of src and page is needed")
        if page is not None:
            state["src"] = serve(os.fspath(page))
        super().__init__(**state)

    def play(self) -> None:
        """Plays the stage."""
        self.send({"type": "play"})

    def pause(self) -> None:
        """Pauses the stage."""
        self.send({"type": "pause"})
