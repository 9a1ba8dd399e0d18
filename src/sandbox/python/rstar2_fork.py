"""fork(2) at what it costs the kernel, and memory that is cheap to fork."""
import ctypes
import os

from rstar2_linux import MACHINE, Unsupported, libc, quick
from rstar2_syscalls import CALLS

SIGCHLD, CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID = 17, 0x200000, 0x1000000


def thread_id_address():
    """Where the C library keeps the thread's id, 16 bytes before its list of robust mutexes; 0 where it is not so."""
    head, size = ctypes.c_void_p(), ctypes.c_size_t()
    if libc.syscall(CALLS['get_robust_list'], 0, ctypes.byref(head), ctypes.byref(size)) != 0 or not head.value:
        return 0
    address = head.value - 16
    return address if ctypes.c_int.from_address(address).value == os.getpid() else 0


def make_fork(namespaces=0):
    """fork(2), into new namespaces where asked, without the interpreter's own bookkeeping, which touches 170 pages and
    doubles what a child costs.

    It re-creates locks that other threads may hold; there must be none when this is called, and is none: os.fork is
    given where a preloaded module has started a thread.
    """
    with open('/proc/self/stat') as file:
        threads = int(file.read().rsplit(') ', 1)[1].split()[17])
    address = thread_id_address() if CALLS else 0
    if threads != 1 or address == 0:
        if namespaces:
            raise Unsupported('fork into namespaces')
        return os.fork
    call = quick.syscall
    flags = ctypes.c_ulong(SIGCHLD | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | namespaces)
    zero, thread = ctypes.c_ulong(0), ctypes.c_ulong(address)
    rest = (zero, thread, zero) if MACHINE == 'x86_64' else (zero, zero, thread)
    number = CALLS['clone']

    def fork():
        pid = call(number, flags, zero, *rest)
        if pid < 0:
            raise OSError('clone')
        return pid
    return fork


HUGE_PAGE, MADV_COLLAPSE = 1 << 21, 25


def merge_pages():
    """Puts the memory of big libraries into huge pages: a fork then copies one entry for 512. Those that are written to
    are split again, which is not worth it for a few. Linux 6.1 and newer; where it cannot be done nothing is lost."""
    with open('/proc/self/maps') as file:
        areas = [line.split() for line in file]
    for span, access, *_, name in (area if len(area) > 5 else [*area, ''] for area in areas):
        if access == 'rw-p' and name in ('', '[heap]'):
            start, end = (int(address, 16) for address in span.split('-'))
            start, end = -(-start // HUGE_PAGE) * HUGE_PAGE, end // HUGE_PAGE * HUGE_PAGE
            if end - start >= 4 * HUGE_PAGE:
                libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), MADV_COLLAPSE)
