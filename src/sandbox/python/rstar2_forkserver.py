"""A fork server: one process that waits, and forks a child for each program.

It never sees a program's text: a child reads its own from the input socket, so nothing of one call is in the memory
that the next one inherits. It runs one program at a time, and the next one starts when nothing of the last is alive.

Descriptors it is started with: 0 input (frames for the children), 2 its own log, 3 control (lines both ways), 4 and 5
the programs' stdout and stderr, 6 the value of a program's last expression.

Control, to us: one JSON line with the settings; then, about the Nth child, `watch N CPU_MS MEMORY_BYTES PROCESSES` when
its call takes longer than a moment and nothing else counts what it uses, `stop N` (what it printed so far is kept) or
`kill N` to end it early; in a session also `interrupt N` (the interpreter lives on), `pause N` and `resume N` (with the
words of `watch` where it is to be watched).
Control, from us: one JSON line when ready; `rests N BYTES` when a session has been paused, with what it holds; then
`N STATUS CPU_MS STDOUT STDERR VALUE REASON` once nothing of child N lives, with the bytes that are left in each pipe,
REASON being `memory`, `cpu`, `processes` or `hidden` where we ended it for that (the last: for what could not be looked
at), `told` after an order to end it, `-` where it ended by itself; `broken REASON` when a child could not be made ready,
after which this server is of no use.

A pipe ends a call's output without a mark: when the line is written nothing that could still write is alive, so that
what is in the pipes then is the rest, and a program has no words by which it could pretend to have ended.

What one call costs is the pages it touches: each is copied after a fork. Hence the calls prepared beforehand, the few
objects on the path of a call, and one message.
"""
import rstar2_cell as cell
import rstar2_container as container
from rstar2_child import run as run_child
from rstar2_confinement import Confinement
from rstar2_directory import PrivateDirectory
from rstar2_fork import make_fork, merge_pages
from rstar2_guard import Guard, RestGuard, signal_all
from rstar2_linux import PR_SET_THP_DISABLE, kill, prctl, waitpid
from rstar2_memory import Account
from rstar2_preload import as_site_does, preload, warm_up
from rstar2_wire import CONTROL, VALUE, Control, prepare_streams, reset_streams

import gc
import json
import mmap
import os
import select
import signal
import struct
import sys
import time
from fcntl import ioctl

FIONREAD, NONE, COUNTS = 0x541B, bytes(4), struct.Struct('=III')
# Asks a program to write out what it has printed. Not SIGTERM, which has to keep its default action: a Python handler
# loses a signal that comes between a fork and the child's first instruction, and multiprocessing then waits for ever.
FLUSH_AND_END = signal.SIGRTMAX


class Server:
    pid = None

    def __init__(self, control, settings):
        Server.pid = os.getpid()
        self.control = control
        self.contained = settings['contained']
        self.confined = settings['confine']
        self.count_processes = settings['countProcesses']
        self.begun = mmap.mmap(-1, mmap.PAGESIZE)  # shared with the children: has this one read its call?
        confinement = Confinement(settings)
        self.missing = confinement.missing
        self.confine_call = confinement.of_call()
        self.fork = make_fork()
        self.directory = PrivateDirectory(settings['directory'], settings['diskBytes'], self.contained)
        self.account = Account(self.contained)
        self.poll = select.poll()
        self.poll.register(CONTROL, select.POLLIN)
        self.watched = None

    def serve(self):
        number = 0
        fork, begun, poll = self.fork, self.begun, self.poll.poll
        self.directory.renew()
        while True:
            number += 1
            begun[0] = 0
            child = fork()
            if child == 0:
                run_child(self)
            # The child is ready before its call comes; what we wait for is its end or a word from above.
            alive = os.pidfd_open(child)
            if alive != self.watched:  # it is the same number in every call
                self.poll.register(alive, select.POLLIN)
                self.watched = alive
            ready = poll()
            verdict = '-' if len(ready) == 1 and ready[0][0] == alive else self.watch(number, child, alive)
            os.close(alive)
            self.finish(number, child, verdict)

    def watch(self, number, child, alive):
        """Waits until the child has ended; passes on what is asked about it, and sees that all of its processes
        together keep to the limits that the kernel enforces one by one."""
        guard, told = None, '-'
        while True:
            if not self.control.has_line:
                ready = dict(self.poll.poll(None if guard is None else guard.interval()))
                if alive in ready and not ready.get(CONTROL, 0) & select.POLLHUP:
                    return told if guard is None or guard.verdict == '-' else guard.verdict
                if not ready:
                    if guard.exceeded():
                        self.kill()
                    continue
            line = self.control.read()
            if line is None:
                self.leave()
            word, about, *rest = line.split()
            if int(about) != number:
                continue
            if word == b'watch':
                guard = Guard(self.contained, self.account, *rest)
            elif word == b'resume':
                signal_all(self.contained, signal.SIGCONT)
                guard = Guard(self.contained, self.account, *rest, again=True) if rest else None
            elif word == b'pause':
                # Between its cells a session does not run, whatever it has left running.
                signal_all(self.contained, signal.SIGSTOP)
                guard = RestGuard(self.contained, self.account)
                self.control.write('rests %d %d' % (number, guard.held()))
            elif word == b'interrupt':
                kill(child, signal.SIGINT)
            else:
                told = 'told'
                if word == b'kill' or not self.stopped_gently(child, alive):
                    self.kill()

    def stopped_gently(self, child, alive):
        """Gives the program a moment to write out what it has printed so far."""
        kill(child, FLUSH_AND_END)
        return bool(select.select([alive], [], [], 0.1)[0])

    def leave(self):
        """The other side is gone."""
        self.kill()
        self.reap()
        self.directory.remove()
        os._exit(0)

    def kill(self):
        signal_all(self.contained, signal.SIGKILL)

    def finish(self, number, child, verdict):
        """Makes sure that nothing of the call is left, then says how it ended."""
        _, status, usage = os.wait4(child, 0)
        cpu = usage.ru_utime + usage.ru_stime
        # Orphans are our children, so that without children no process of the call is left.
        if waitpid(-1, None, os.WNOHANG) >= 0:
            self.kill()
            cpu += self.reap()
        begun = self.begun[0]
        if not begun and verdict == '-':
            self.control.write('broken child %d ended by itself with status %d' % (number, status))
            os._exit(1)
        counts = ioctl(1, FIONREAD, NONE) + ioctl(2, FIONREAD, NONE) + ioctl(VALUE, FIONREAD, NONE)
        end = '%d %d %d %d %d %d %s' % (number, status, cpu * 1000, *COUNTS.unpack(counts), verdict)
        if not begun:  # it was ended while it still read its call, whose rest no other child may read
            self.control.write(end + '\nbroken with a call half read')
            os._exit(0)
        reset_streams()
        self.directory.renew()  # what a program has left is cleared away in its own time
        self.control.write(end)

    def reap(self):
        """Waits until no process of the call is left, killing what is still there; gives the CPU time they used."""
        cpu = 0.0
        while True:
            try:
                pid, _, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return cpu
            if pid == 0:
                self.kill()
                time.sleep(0.0005)
            else:
                cpu += usage.ru_utime + usage.ru_stime


def flush_and_end(*_):
    """At the time limit, what a program has printed so far is written out; the server itself just goes."""
    if os.getpid() != Server.pid:
        try:
            sys.stdout.flush()
        except BaseException:
            pass
    signal.signal(FLUSH_AND_END, signal.SIG_DFL)
    os.kill(os.getpid(), FLUSH_AND_END)


def main():
    for fd in (CONTROL, VALUE):
        os.set_inheritable(fd, False)
    control = Control()
    settings = json.loads(control.read())
    as_site_does(settings)
    if settings['root'] is not None:
        container.enter(settings['root'], settings['uid'] is not None)
    loaded = preload(settings['preload'])
    server = Server(control, settings)
    prepare_streams()
    signal.signal(FLUSH_AND_END, flush_and_end)
    cell.prepare(VALUE)
    warm_up(loaded)
    gc.collect()
    gc.freeze()
    merge_pages()
    if settings['confine'] and not settings['countedMemory']:
        prctl(PR_SET_THP_DISABLE, 1)  # of a huge page one small page can be kept, and the rest is then mapped nowhere
    control.write(json.dumps({
        'pid': os.getpid(), 'missing': server.missing, 'loaded': loaded, 'python': sys.version.split()[0],
    }))
    try:
        server.serve()
    except Exception as error:
        control.write('broken %s: %s' % (type(error).__name__, str(error).replace('\n', ' ')))
        raise


if __name__ == '__main__':
    main()
