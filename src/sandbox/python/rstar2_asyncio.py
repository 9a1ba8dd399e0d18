"""An event loop for asyncio that blocks until its work is done. Pyodide's own loop needs JavaScript's event loop, which does not
run while a program runs."""
import asyncio
import time

SLICE_SECONDS = 0.02


class Clock:
    """Takes the place of the loop's selector. There are no sockets, so it only waits for time to pass."""

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
