"""Watches a running call from outside: what all of its processes use together. Where a control group counts that, the
other side reads it there; this is for everywhere else, and for sessions that should be at rest.

Whatever it cannot read counts at its limit, and whatever goes wrong here is the program's doing."""
import os
import signal

from rstar2_memory import content, tasks

TICK = os.sysconf('SC_CLK_TCK')
FIRST_LOOK_MS, LAST_LOOK_MS, AT_REST_MS = 5, 100, 1000
MOST_LOOKS = 3  # at once, where processes come and go
BEYOND_ANY_LIMIT = 1 << 60
STOPPED, GONE = b'Tt', b'ZX'


class Guard:
    """The kernel limits processes one by one; this adds them up, at first soon and then ten times a second."""

    def __init__(self, contained, account, cpu_ms=None, memory_bytes=None, processes=None, again=False):
        self.contained = contained
        self.account = account
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
        for _ in range(MOST_LOOKS):
            if len(pids) > self.processes:
                return 'processes'
            if sum(map(cpu_seconds, pids)) - self.before > self.cpu_seconds:
                return 'cpu'
            if self.account.held(pids, self.memory) > self.memory:
                return 'memory'
            known, pids = pids, self.members()
            if set(pids) <= set(known):
                break  # no one has come meanwhile to whom others could have handed on what they held
        return '-'


class RestGuard:
    """A session between its cells does not run: whatever wakes up is stopped again, and what goes on waking is ended."""

    MOST_WAKES = 3

    def __init__(self, contained, account):
        self.account = account
        self.members = Guard(contained, account).members
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
        return self.account.held(self.members(), BEYOND_ANY_LIMIT)


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


def fields(path):
    return content(path).rpartition(b') ')[2].split()


def state(pid):
    found = fields('/proc/%d/stat' % pid)
    return found[0] if found else b'X'


def cpu_seconds(pid):
    """With that of its children which it has waited for."""
    return sum(int(field) for field in fields('/proc/%d/stat' % pid)[11:15]) / TICK


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
