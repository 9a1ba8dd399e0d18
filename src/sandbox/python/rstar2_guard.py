"""Watches a running call from outside: what all of its processes use together."""
import os
import signal

TICK = os.sysconf('SC_CLK_TCK')
PAGE = os.sysconf('SC_PAGE_SIZE')
FIRST_LOOK_MS, LAST_LOOK_MS = 5, 100


class Guard:
    """The kernel limits processes one by one; this adds them up, at first soon and then ten times a second."""

    def __init__(self, child, contained, again):
        self.child = child
        self.contained = contained
        self.cpu_seconds = self.memory = float('inf')
        self.verdict = '-'
        self.wait = FIRST_LOOK_MS
        self.before = sum(map(cpu_seconds, self.members())) if again else 0.0  # what earlier cells of a session used

    def limit(self, cpu_ms, memory_bytes):
        self.cpu_seconds = int(cpu_ms) / 1000
        self.memory = int(memory_bytes)

    def members(self):
        return others() if self.contained else [self.child, *descendants(self.child)]

    def interval(self):
        wait, self.wait = self.wait, min(self.wait * 2, LAST_LOOK_MS)
        return wait

    def exceeded(self):
        if self.verdict != '-':
            return True
        pids = self.members()
        cpu, memory = -self.before, 0
        for pid in pids:
            cpu += cpu_seconds(pid)
            memory += memory_bytes(pid, alone=len(pids) == 1)
        if memory > self.memory:
            self.verdict = 'memory'
        elif cpu > self.cpu_seconds:
            self.verdict = 'cpu'
        return self.verdict != '-'


def others():
    """Every process of our pid namespace but ourselves."""
    return [int(name) for name in os.listdir('/proc') if name.isdigit() and name != '1']


def descendants(pid):
    found = []
    for child in children(pid):
        found += [child, *descendants(child)]
    return found


def children(pid):
    try:
        with open('/proc/%d/task/%d/children' % (pid, pid)) as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def cpu_seconds(pid):
    """With that of its children which it has waited for."""
    try:
        with open('/proc/%d/stat' % pid) as file:
            fields = file.read().rsplit(') ', 1)[1].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:15]) / TICK


def memory_bytes(pid, alone):
    """Its share of the memory that it maps; a process by itself is limited by the kernel, so a rough figure will do."""
    try:
        if not alone:
            with open('/proc/%d/smaps_rollup' % pid) as file:
                for line in file:
                    if line.startswith('Pss:'):
                        return int(line.split()[1]) * 1024
        with open('/proc/%d/statm' % pid) as file:
            return int(file.read().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def kill_everything():
    """As pid 1 of a pid namespace: every other process in it. Never done elsewhere."""
    if os.getpid() != 1:
        raise RuntimeError('not the first process of a pid namespace')
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass


def kill_children():
    """Without a pid namespace: our direct children, which every orphan of the program becomes."""
    for pid in children(os.getpid()):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
