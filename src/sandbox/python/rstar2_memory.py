"""What a program's processes hold together, for where no control group counts it: the memory that they map, what their
descriptors keep in the kernel, what lies in their private directory. The system call filter refuses what could not be
found here: memory that nothing maps, larger socket buffers, descriptors on their way between processes.

Whatever cannot be read counts at its limit."""
import ctypes
import os
import stat

from rstar2_linux import libc

PAGE = os.sysconf('SC_PAGE_SIZE')
MOST_DESCRIPTORS, MOST_AREAS = 256, 65_530  # of a process, by its limit and by the kernel's own
PIPE_BYTES = 65_536  # what one may hold: a program cannot have more
AREA_BYTES = 400  # what the kernel keeps for an area of memory: itself, its name, its place in a tree and in a list
FILE_BYTES = 1_536  # … and for a file in a directory of memory: its inode, its name
INFO_FACTOR = 4  # … and for a lock or a watch, beside what /proc says of it
FEW_BYTES = 1 << 20
AF_UNIX, SOCK_STREAM, SOL_SOCKET, SO_SNDBUF = 1, 1, 1, 7


def socket_bytes():
    """What a socket may hold: one message more may be accepted while there is room for one."""
    pair, size, length = (ctypes.c_int * 2)(), ctypes.c_int(212_992), ctypes.c_uint(4)
    if libc.socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0:
        libc.getsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, ctypes.byref(size), ctypes.byref(length))
        for fd in pair:
            os.close(fd)
    return 2 * size.value


class Account:
    def __init__(self, contained):
        self.contained = contained
        self.socket_bytes = socket_bytes()
        self.ours = {key(os.fstat(fd)) for fd in range(8) if is_open(fd)}  # what every program has of us

    def held(self, pids, limit):
        """Bytes, or more than `limit` as soon as that is known."""
        found = Found(self, limit)
        found.bytes = directory_bytes() if self.contained else 0
        exact = len(pids) > 1 or found.bytes > FEW_BYTES
        for pid in pids:
            if found.bytes > limit:
                break
            found.add(pid, exact)
        return found.bytes


class Found:
    """What was found in one look: what several processes share counts once."""

    def __init__(self, account, limit):
        self.account = account
        self.limit = limit
        self.bytes = 0
        self.seen = set(account.ours)
        self.directory = os.stat('.').st_dev

    def add(self, pid, exact):
        """A process by itself is limited by the kernel, so a rough figure of what it maps will do."""
        task, mapped = living(pid)
        if task is None:
            self.bytes += 0 if mapped is not None else self.limit
            return
        if exact:
            mapped = self.share(pid, mapped)
        self.bytes += mapped + AREA_BYTES * areas(pid)
        self.add_file('/proc/%d/exe' % pid)
        self.add_descriptors('/proc/%d/task/%s' % (pid, task))

    def share(self, pid, mapped):
        """Its share of what it maps; one that hides that is counted with all of it. Files of the private directory
        count there."""
        sizes = dict(line.split(b':', 1) for line in content('/proc/%d/smaps_rollup' % pid).splitlines() if b'kB' in line)
        if b'Pss' not in sizes:
            return mapped
        kilobytes = kilo(sizes[b'Pss']) + kilo(sizes.get(b'SwapPss', b'0'))
        if self.account.contained:
            kilobytes -= kilo(sizes.get(b'Pss_Shmem', b'0'))
        return kilobytes * 1024

    def add_descriptors(self, process):
        try:
            names = os.listdir(process + '/fd')
        except PermissionError:
            self.bytes += MOST_DESCRIPTORS * self.account.socket_bytes
            return
        except OSError:
            return
        for name in names:
            if self.bytes > self.limit:
                return
            self.bytes += INFO_FACTOR * len(content('%s/fdinfo/%s' % (process, name)))
            self.add_file('%s/fd/%s' % (process, name))

    def add_file(self, path):
        try:
            about = os.stat(path)
        except OSError:
            return
        if key(about) in self.seen:
            return
        self.seen.add(key(about))
        if stat.S_ISSOCK(about.st_mode):
            self.bytes += self.account.socket_bytes
        elif stat.S_ISFIFO(about.st_mode):
            self.bytes += PIPE_BYTES
        elif stat.S_ISREG(about.st_mode) and about.st_nlink == 0 and about.st_dev != self.directory:
            self.bytes += about.st_blocks * 512  # a file in memory: standard input, a compiled program


def directory_bytes():
    files = os.statvfs('.')
    return (files.f_blocks - files.f_bfree) * files.f_frsize + (files.f_files - files.f_ffree) * FILE_BYTES


def areas(pid):
    try:
        with open('/proc/%d/maps' % pid, 'rb', 0) as file:
            return sum(part.count(b'\n') for part in iter(lambda: file.read(1 << 16), b''))
    except PermissionError:
        return MOST_AREAS
    except OSError:
        return 0


def living(pid):
    """A thread that still has the memory of the process (the first may have ended before the others), and how much that
    is; none and 0 where there is no such memory any more, none and None where nothing can be read."""
    held = 0
    for task in tasks(pid):
        found = content('/proc/%d/task/%s/statm' % (pid, task)).split()
        if len(found) > 1 and found[1] != b'0':
            return task, int(found[1]) * PAGE
        if not found and os.path.exists('/proc/%d/task/%s' % (pid, task)):
            held = None
    return None, held


def tasks(pid):
    try:
        return os.listdir('/proc/%d/task' % pid)
    except OSError:
        return []


def content(path):
    """As bytes: a process may call itself whatever it likes."""
    try:
        with open(path, 'rb') as file:
            return file.read()
    except OSError:
        return b''


def kilo(text):
    return int(text.split()[0])


def key(about):
    return about.st_dev, about.st_ino


def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True
