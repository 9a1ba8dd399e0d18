"""A live interpreter that keeps its state from one cell to the next, as a notebook does."""
import io
import os
import signal
import sys

import rstar2_cell as cell
from rstar2_wire import SHOW_VALUE, STREAMS, read_call, write_all


class Collected:
    """The value of a cell, held back until its exit code is known."""

    def __init__(self):
        self.data = b''

    def write(self, mark, text=''):
        self.data = mark + text.encode('utf-8', 'backslashreplace')


class Session:
    """Runs cell after cell in one namespace. Each ends with the mark that came with it, on every stream: the other
    side has drawn it, so that it knows the end of a cell's output from anything the cell printed."""

    def __init__(self):
        self.namespace = cell.fresh_main()
        self.number = 0
        self.running = False

    def serve(self, flags, code, text, mark):
        signal.signal(signal.SIGINT, self.interrupt)
        while True:
            self.number += 1
            sys.stdin = io.TextIOWrapper(io.BytesIO(text), 'utf-8')
            value = Collected()
            status = self.run(code.decode('utf-8'), value, flags & SHOW_VALUE)
            self.end(b'%d;' % status + value.data, mark)
            flags, code, text, _, mark = read_call()

    def run(self, source, value, show):
        self.running = True
        try:
            return cell.run(source, self.namespace, value, '<cell %d>' % self.number, show, keep=True)
        except KeyboardInterrupt:
            return 1
        finally:
            self.running = False

    def interrupt(self, *_):
        if self.running:
            raise KeyboardInterrupt

    def end(self, value, mark):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BaseException:
                pass
        for fd, data in zip(STREAMS, (mark, mark, value + mark)):
            os.set_blocking(fd, True)
            write_all(fd, data)
