"""An event loop for asyncio that runs until its work is done, as everywhere else: Pyodide's own belongs to the JavaScript
around it, which is never returned to while a program runs."""
import asyncio
import time

SLICE_SECONDS = 0.02


class Clock:
    """Stands where a loop has its selector. There are no sockets, so that all it waits for is time."""

    def select(self, timeout):
        time.sleep(SLICE_SECONDS if timeout is None else min(max(timeout, 0), SLICE_SECONDS))
        return []


class Loop(asyncio.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = Clock()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class Policy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop


def install():
    asyncio._set_running_loop(None)
    asyncio.events._set_event_loop_policy(Policy())
    asyncio.run = asyncio.runners.run
