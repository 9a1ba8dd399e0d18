"""The descriptors a fork server lives between, and what travels over them."""
import io
import os
import struct
import sys
from fcntl import F_SETFL, fcntl

CONTROL, VALUE, INPUT = 3, 6, 7
# Lengths of program and standard input; flags; CPU seconds, memory and file size in bytes, processes; end mark.
HEADER = struct.Struct('<IIIIQQI16s')
DETERMINISTIC, SHOW_VALUE, NATIVE, SESSION = 1, 2, 4, 8
STREAMS = (1, 2, VALUE)
PIPE_MODE = 0o010666
F_ADD_SEALS, ALL_SEALS = 1033, 0xF  # no more seals, not shorter, not longer, not written


class Control:
    """Lines over the control socket."""

    def __init__(self):
        self.pending = b''

    @property
    def has_line(self):
        return b'\n' in self.pending

    def read(self):
        """The next line; None when the other side is gone."""
        while b'\n' not in self.pending:
            data = os.read(CONTROL, 65536)
            if not data:
                return None
            self.pending += data
        line, self.pending = self.pending.split(b'\n', 1)
        return line

    def write(self, text):
        os.write(CONTROL, text.encode() + b'\n')


def read_call():
    """One frame, whole: a program that leaves its input unread leaves nothing for the next one. The next frame is not
    sent before this call has ended, so that nothing of it can be read here."""
    data = os.read(INPUT, 65536)
    while len(data) < HEADER.size:
        data += read_more(HEADER.size)
    code, text, flags, cpu, memory, file_size, processes, mark = HEADER.unpack_from(data)
    end = HEADER.size + code
    size = end + text
    if len(data) < size:
        parts, count = [data], len(data)
        while count < size:
            parts.append(read_more(min(size - count, 1 << 20)))
            count += len(parts[-1])
        data = b''.join(parts)
    return flags, data[HEADER.size:end], data[end:], (cpu, memory, file_size, processes), mark


def read_more(count):
    data = os.read(INPUT, count)
    if not data:
        os._exit(1)  # the other side is gone, or a session's program has shut it out
    return data


def set_stdin(text):
    """Standard input is a file that ends, never the socket that calls come through; nothing can be kept in it."""
    fd = os.memfd_create('stdin', os.MFD_ALLOW_SEALING)
    write_all(fd, text)
    fcntl(fd, F_ADD_SEALS, ALL_SEALS)
    os.lseek(fd, 0, os.SEEK_SET)
    os.dup2(fd, 0)
    os.close(fd)
    sys.stdin = sys.__stdin__ = open_stdin()


def open_stdin():
    return io.TextIOWrapper(io.BufferedReader(io.FileIO(0, 'r', closefd=False)), 'utf-8')


def prepare_streams():
    """The programs' standard streams, made once: a child inherits them unused."""
    os.dup2(0, INPUT, inheritable=False)
    null = os.open('/dev/null', os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    for given, wanted in ((4, 1), (5, 2)):
        os.dup2(given, wanted)
        os.close(given)
    sys.stdin = sys.__stdin__ = open_stdin()
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, 'w', closefd=False)), 'utf-8')
    sys.stderr = sys.__stderr__ = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, 'w', closefd=False)), 'utf-8',
                                                   'backslashreplace', line_buffering=True)
    sys.argv[:] = ['']
    sys.path.insert(0, '')


def reset_streams():
    """What a program can change on the descriptors that all calls share is as it was before: a program may own its pipes,
    whose modes and times it could leave for the next."""
    for fd in (0, *STREAMS):
        fcntl(fd, F_SETFL, 0)
    for fd in STREAMS:
        if os.fstat(fd).st_mode != PIPE_MODE:
            os.fchmod(fd, PIPE_MODE & 0o7777)
        os.utime(fd)


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]
