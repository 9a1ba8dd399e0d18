"""Landlock: files that cannot be opened, whatever their permissions say."""
import ctypes
import os
import struct

from rstar2_linux import SYSCALLS, Unsupported, check, libc

READ_ACCESS = 1 | 4 | 8  # execute, read a file, read a folder
LANDLOCK_ACCESS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}


def landlock(read, write):
    """Files outside of the listed folders cannot be opened any more; only those of `write` can be changed."""
    if not SYSCALLS:
        raise Unsupported('not for this processor')
    version = libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    if version < 1:
        raise Unsupported('not in this kernel')
    handled = LANDLOCK_ACCESS[min(version, 3)]
    rules = check(libc.syscall(444, ctypes.byref(ctypes.c_uint64(handled)), ctypes.c_size_t(8), ctypes.c_uint(0)),
                  'landlock')
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
    check(libc.syscall(446, ctypes.c_int(rules), ctypes.c_uint(0)), 'landlock')
    os.close(rules)
