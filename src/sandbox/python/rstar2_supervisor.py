"""The process that starts a fork server and outlives it: whatever ends, and however, nothing of the server is left.

It closes every descriptor that it was handed by mistake before anything else is started (a shell's, an editor's: they
would reach the programs), puts the server into its control groups, and waits until the server has ended or the other
side is gone. Orphans become its children, so that it is done when it has none. It runs outside of every container,
where no program can reach it.

Its argument is JSON: the command; the control groups to enter; a folder to remove at the end, or null.
"""
import ctypes
import json
import os
import select
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rstar2_directory import remove  # noqa: E402

CONTROL, FIRST_UNKNOWN = 3, 7
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, CLOSE_RANGE = 1, 36, 4, 436
POLLRDHUP = 0x2000
libc = ctypes.CDLL(None, use_errno=True)


def close_unknown():
    if libc.syscall(CLOSE_RANGE, ctypes.c_uint(FIRST_UNKNOWN), ctypes.c_uint(0xFFFFFFFF), ctypes.c_uint(0)) == 0:
        return
    for name in os.listdir('/proc/self/fd'):  # kernels before 5.9
        if int(name) >= FIRST_UNKNOWN:
            try:
                os.close(int(name))
            except OSError:
                pass


def start(command, groups):
    us = os.getpid()
    child = os.fork()
    if child != 0:
        return child
    try:
        libc.prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != us:
            os._exit(1)
        for group in groups:
            with open(os.path.join(group, 'cgroup.procs'), 'w') as file:
                file.write('0')
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, ('%s: %s\n' % (command[0], error)).encode())
    finally:
        os._exit(127)


def wait(child):
    """Until the server has ended, or no process is left that uses it."""
    poll = select.poll()
    poll.register(CONTROL, POLLRDHUP)
    poll.register(os.pidfd_open(child), select.POLLIN)
    while not poll.poll():
        pass


def end(first):
    """Kills until no process is left; returns the exit status of the server."""
    status = None
    while True:
        for pid in children():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        try:
            pid, ended = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if pid == 0:
            time.sleep(0.001)
        elif pid == first:
            status = ended


def children():
    try:
        with open('/proc/self/task/%d/children' % os.getpid(), 'rb') as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:  # a kernel without that file
        return [pid for pid in map(int, filter(str.isdigit, os.listdir('/proc'))) if parent(pid) == os.getpid()]


def parent(pid):
    try:
        with open('/proc/%d/stat' % pid, 'rb') as file:
            return int(file.read().rsplit(b') ', 1)[1].split()[1])
    except OSError:
        return 0


def is_gone(caller):
    """A process that dies closes its descriptors first, of which our log's comes before the control socket, and leaves its
    children only then: the one is known here while the other may not be yet."""
    poll = select.poll()
    poll.register(2, POLLRDHUP)
    return bool(poll.poll(0)) or os.getppid() != caller


def remove_groups(groups):
    for group in groups:
        for _ in range(50):
            try:
                os.rmdir(group)
            except FileNotFoundError:
                pass
            except OSError:
                time.sleep(0.02)
                continue
            break


def leave(*_):
    raise SystemExit


def main():
    close_unknown()
    asked = json.loads(sys.argv[1])
    caller = os.getppid()
    libc.prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(1), 0, 0, 0)
    try:
        os.setsid()  # what a terminal sends to its processes is for the caller, who tells us
    except OSError:
        pass
    child = status = None
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, leave)
        child = start(asked['command'], asked['groups'])
        libc.prctl(PR_SET_DUMPABLE, ctypes.c_ulong(0), 0, 0, 0)
        for fd in (0, 1, 4, 5, 6):
            os.close(fd)
        wait(child)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        status = end(child)
        if asked['folder'] is not None:
            try:
                remove(asked['folder'])
            except OSError:
                pass
        if is_gone(caller):  # else it looks at the groups first, and removes them
            remove_groups(asked['groups'])
    os._exit(1 if status is None else os.waitstatus_to_exitcode(status) & 0xFF)


if __name__ == '__main__':
    main()
