"""Watches a running call from outside: what all of its processes use together. Where a control group counts that, the
other side reads it there; this is for everywhere else, and for sessions that should be at rest.

Whatever it cannot read counts at its limit, and whatever goes wrong here is the program's doing."""
import os
import signal

TICK = os.sysconf('SC_CLK_TCK')
PAGE = os.sysconf('SC_PAGE_SIZE')
FIRST_LOOK_MS, LAST_LOOK_MS, AT_REST_MS = 5, 100, 1000
SOCKET_BUFFERS = 425_984  # bytes that one may hold: what both directions of a pair may, by the kernel's own default
MOST_DESCRIPTORS = 256
STOPPED, GONE = b'Tt', b'ZX'


class Guard:
    """The kernel limits processes one by one; this adds them up, at first soon and then ten times a second."""

    def __init__(self, contained, cpu_ms=None, memory_bytes=None, processes=None, again=False):
        self.contained = contained
        self.cpu_seconds = float('inf') if cpu_ms is None else int(cpu_ms) / 1000
        self.memory = float('inf') if memory_bytes is None else int(memory_bytes)
        self.processes = float('inf') if processes is None else int(processes)
        self.verdict = '-'
        self.wait = FIRST_LOOK_MS
        self.before = sum(map(cpu_seconds, self.members())) if again else 0.0  # what earlier cells of a session used

    def members(self):
        return others() if self.contained else descendants(os.getpid())

    def interval(self):
        wait, self.wait = self.wait, min(self.wait * 2, LAST_LOOK_MS)
        return wait

    def exceeded(self):
        if self.verdict == '-':
            try:
                self.verdict = self.look()
            except Exception:
                self.verdict = 'hidden'
        return self.verdict != '-'

    def look(self):
        pids = self.members()
        if len(pids) > self.processes:
            return 'processes'
        if sum(map(cpu_seconds, pids)) - self.before > self.cpu_seconds:
            return 'cpu'
        if sum(memory_bytes(pid, self.memory, len(pids) == 1) for pid in pids) > self.memory:
            return 'memory'
        return '-'


class RestGuard:
    """A session between its cells does not run: whatever wakes up is stopped again, and what goes on waking is ended."""

    MOST_WAKES = 3

    def __init__(self, contained):
        self.contained = contained
        self.members = Guard(contained).members
        self.wakes = 0
        self.verdict = '-'

    def interval(self):
        return AT_REST_MS

    def exceeded(self):
        awake = [pid for pid in self.members() if state(pid) not in STOPPED + GONE]
        self.wakes += bool(awake)
        for pid in awake:
            send(pid, signal.SIGSTOP)
        if self.wakes > self.MOST_WAKES:
            self.verdict = 'hidden'
        return self.verdict != '-'

    def held(self):
        """Bytes that the session holds at rest."""
        files = os.statvfs('.') if self.contained else None  # in a directory of memory
        in_files = 0 if files is None else (files.f_blocks - files.f_bfree) * files.f_frsize
        return in_files + sum(memory_bytes(pid, 0, False) for pid in self.members())


def others():
    """Every process of our pid namespace but ourselves."""
    return [int(name) for name in os.listdir('/proc') if name.isdigit() and name != '1']


def descendants(pid):
    found = []
    for child in children(pid):
        found += [child, *descendants(child)]
    return found


def children(pid):
    """Those of all its threads."""
    found = []
    for thread in tasks(pid):
        found += map(int, content('/proc/%d/task/%s/children' % (pid, thread)).split())
    return found


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


def fields(path):
    return content(path).rpartition(b') ')[2].split()


def state(pid):
    found = fields('/proc/%d/stat' % pid)
    return found[0] if found else b'X'


def cpu_seconds(pid):
    """With that of its children which it has waited for."""
    return sum(int(field) for field in fields('/proc/%d/stat' % pid)[11:15]) / TICK


def memory_bytes(pid, limit, alone):
    """Its share of the memory that it maps, and what its sockets may hold; a process by itself is limited by the
    kernel, so a rough figure will do. One that hides its share is counted with all that it maps."""
    task, held = living(pid)
    if task is None:
        return 0 if held is not None else limit
    if not alone:
        for line in content('/proc/%d/smaps_rollup' % pid).splitlines():
            if line.startswith(b'Pss:'):
                held = int(line.split()[1]) * 1024
    return held + sockets('%d/task/%s' % (pid, task)) * SOCKET_BUFFERS


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


def sockets(process):
    folder = '/proc/%s/fd' % process
    try:
        names = os.listdir(folder)
    except PermissionError:
        return MOST_DESCRIPTORS
    except OSError:
        return 0
    found = 0
    for name in names:
        try:
            found += os.readlink('%s/%s' % (folder, name)).startswith('socket:')
        except OSError:
            pass
    return found


def send(pid, number):
    try:
        os.kill(pid, number)
    except OSError:
        pass


def signal_all(contained, number):
    """Every process of the program. As pid 1 of a pid namespace: all others in it."""
    if contained:
        if os.getpid() != 1:
            raise RuntimeError('not the first process of a pid namespace')
        send(-1, number)
    else:
        for pid in descendants(os.getpid()):
            send(pid, number)
