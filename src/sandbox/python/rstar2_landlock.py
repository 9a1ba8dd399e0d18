"""Landlock: files that cannot be opened and processes that cannot be signalled, whatever permissions say."""
import ctypes
import os
import struct

from rstar2_linux import Unsupported, check, libc
from rstar2_syscalls import CALLS

READ_ACCESS = 1 | 4 | 8  # execute, read a file, read a folder
HANDLED_ACCESS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
TRUNCATES, SCOPES = 3, 6  # the versions that know about truncate(2), and about signals and abstract sockets
ABSTRACT_SOCKETS, SIGNALS = 1, 2


def version():
    return libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint(1)) if CALLS else 0


def landlock(read, write):
    """Files outside of the listed folders cannot be opened any more; only those of `write` can be changed."""
    if version() < 1:
        raise Unsupported('not in this kernel')
    handled = HANDLED_ACCESS[min(version(), 3)]
    scoped = ABSTRACT_SOCKETS | SIGNALS if version() >= SCOPES else 0
    rules = ruleset(handled, scoped)
    for access, paths in ((READ_ACCESS, read), (handled, write)):
        for path in paths:
            try:
                fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            allowed = access if os.path.isdir(path) else access & (1 | 2 | 4)
            rule = struct.pack('<Qi', allowed & handled, fd)
            check(libc.syscall(445, ctypes.c_int(rules), ctypes.c_int(1), rule, ctypes.c_uint(0)), 'landlock rule')
            os.close(fd)
    restrict(rules)


def scope_signals():
    """In a child: it and what it starts signal each other, and not the server that it came from."""
    restrict(ruleset(0, SIGNALS))


def ruleset(handled, scoped):
    attributes = struct.pack('<QQQ', handled, 0, scoped)
    size = len(attributes) if scoped else 8  # older kernels know the first word alone
    return check(libc.syscall(444, attributes, ctypes.c_size_t(size), ctypes.c_uint(0)), 'landlock')


def restrict(rules):
    check(libc.syscall(446, ctypes.c_int(rules), ctypes.c_uint(0)), 'landlock')
    os.close(rules)
