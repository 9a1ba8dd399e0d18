"""A fork server: one process that waits, and forks a child for each program.

It never sees a program's text: a child reads its own from the input socket, so nothing of one call is in the memory
that the next one inherits. It runs one program at a time, and the next one starts when nothing of the last is alive.

Descriptors it is started with: 0 input (frames for the children), 2 its own log, 3 control (lines both ways), 4 and 5
the programs' stdout and stderr, 6 the value of a program's last expression.

Control, to us: one JSON line with the settings; then, about the Nth child, `watch N CPU_MS MEMORY_BYTES` when its call
takes longer than a moment, `stop N` (what it printed so far is kept) or `kill N` to end it early; in a session also
`interrupt N` (the interpreter lives on), `pause N` and `resume N`.
Control, from us: one JSON line when ready; then `N STATUS CPU_MS STDOUT STDERR VALUE REASON` once nothing of child N
lives, with the bytes that are left in each pipe, REASON being `memory` or `cpu` where we ended it for that, `told`
where we were told to, `-` where it ended by itself; `broken REASON` when a child could not be made ready, after which
this server is of no use.

A pipe ends a call's output without a mark: when the line is written nothing that could still write is alive, so that
what is in the pipes then is the rest, and a program has no words by which it could pretend to have ended.

What one call costs is the pages it touches: each is copied after a fork. Hence the calls prepared beforehand, the few
objects on the path of a call, and one message.
"""
import rstar2_cell as cell
import rstar2_confine as confine
import rstar2_container as container
import rstar2_native as native
import rstar2_session as session
from rstar2_guard import Guard, kill_children, kill_everything
from rstar2_wire import (CONTROL, DETERMINISTIC, INPUT, NATIVE, SESSION, SHOW_VALUE, STREAMS, VALUE, Control,
                         prepare_streams, read_call, set_stdin)

import _random
import gc
import json
import mmap
import os
import select
import signal
import site
import struct
import sys
import time
from fcntl import F_SETFL, fcntl, ioctl


FIONREAD, NONE, COUNTS = 0x541B, bytes(4), struct.Struct('=III')


class Server:
    pid = None

    def __init__(self, control, settings):
        Server.pid = os.getpid()
        self.control = control
        self.contained = settings['contained']
        self.confined = settings['confine']
        self.count_processes = settings['countProcesses']
        self.directory = settings['directory']
        self.missing = []
        self.filter = None
        self.confine(settings)
        self.fork = confine.make_fork()
        self.mount = confine.make_mount(self.directory, 'mode=1777,size=%d,nr_inodes=16384' % settings['diskBytes'])
        self.empty = None  # what the private directory looks like when no program has been in it
        self.begun = mmap.mmap(-1, mmap.PAGESIZE)  # shared with the children: has this one read its call?
        self.poll = select.poll()
        self.poll.register(CONTROL, select.POLLIN)
        self.watched = None

    def confine(self, settings):
        """What can be given up once and for all is given up here, so that it costs a call nothing."""
        if not self.contained:
            # Without a pid namespace, orphans of a program come to us, to be found and killed.
            confine.prctl(confine.PR_SET_CHILD_SUBREAPER, 1)
        if self.confined:
            if settings['uid'] is not None:
                self.change_user(settings['uid'])
            confine.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
            confine.drop_bounding_set()
            if settings['landlock'] is not None:
                self.attempt('landlock', lambda: confine.landlock(**settings['landlock']))
            self.attempt('seccomp', self.install_filter)
        confine.set_common_limits()
        # Whoever started us may be gone without a word; and nobody looks into our memory.
        confine.prctl(confine.PR_SET_PDEATHSIG, signal.SIGKILL)
        confine.prctl(confine.PR_SET_DUMPABLE, 0)

    def change_user(self, uid):
        if not self.contained:
            if not readable_by_others(os.__file__):
                self.missing.append('own user: the interpreter is not readable by others')
                return
            os.chown(os.path.dirname(self.directory), uid, uid)
        confine.become(uid, own_namespace=self.contained)

    def attempt(self, what, action):
        try:
            action()
        except (OSError, confine.Unsupported) as error:
            self.missing.append('%s: %s' % (what, error))

    def install_filter(self):
        confine.Filter(confine.seccomp_program()).install()
        if self.contained:
            self.filter = confine.Filter(confine.mount_program())

    def serve(self):
        number = 0
        fork, begun, poll = self.fork, self.begun, self.poll.poll
        while True:
            number += 1
            if self.empty is None or look() != self.empty:
                self.fresh_directory()
            begun[0] = 0
            child = fork()
            if child == 0:
                self.run_child()
            # The child is ready before its call comes; what we wait for is its end or a word from above.
            alive = os.pidfd_open(child)
            if alive != self.watched:  # it is the same number in every call
                self.poll.register(alive, select.POLLIN)
                self.watched = alive
            ready = poll()
            verdict = '-' if len(ready) == 1 and ready[0][0] == alive else self.watch(number, child, alive)
            os.close(alive)
            self.finish(number, child, verdict)

    def fresh_directory(self):
        """An empty private directory in place of one that a program has been in: a new tmpfs; without namespaces a new
        directory, in every call."""
        if self.contained:
            confine.unmount(self.directory)
            self.mount()
            os.chdir(self.directory)
            self.empty = look()
            return
        os.chdir('/')
        remove(self.directory)
        os.makedirs(self.directory, 0o700, exist_ok=True)
        os.chdir(self.directory)

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
                        self.kill(child)
                    continue
            line = self.control.read()
            if line is None:
                self.leave(child)
            word, about, *rest = line.split()
            if int(about) != number:
                continue
            if word == b'watch':
                guard = guard or Guard(child, self.contained, again=False)
                guard.limit(*rest)
            elif word == b'resume':
                self.signal_all(signal.SIGCONT)
                guard = Guard(child, self.contained, again=True)
            elif word == b'pause':
                # Between its cells a session does not run, whatever it has left running.
                self.signal_all(signal.SIGSTOP)
                guard = None
            elif word == b'interrupt':
                os.kill(child, signal.SIGINT)
            else:
                told = 'told'
                if word == b'kill' or not self.stopped_gently(child, alive):
                    self.kill(child)

    def signal_all(self, number):
        if self.contained:
            confine.kill(-1, number)

    def stopped_gently(self, child, alive):
        """Gives the program a moment to write out what it has printed so far."""
        os.kill(child, signal.SIGTERM)
        return bool(select.select([alive], [], [], 0.1)[0])

    def leave(self, child):
        """The other side is gone."""
        self.kill(child)
        self.reap()
        if not self.contained:
            os.chdir('/')
            remove(self.directory)
        os._exit(0)

    def kill(self, child):
        if self.contained:
            kill_everything()
        else:
            confine.kill(-child, signal.SIGKILL)
            confine.kill(child, signal.SIGKILL)

    def finish(self, number, child, verdict):
        """Makes sure that nothing of the call is left, then says how it ended."""
        _, status, usage = os.wait4(child, 0)
        cpu = usage.ru_utime + usage.ru_stime
        # Orphans are our children, so that without children no process of the call is left.
        if confine.waitpid(-1, None, os.WNOHANG) >= 0:
            self.kill(child)
            cpu += self.reap()
        if not self.begun[0]:
            self.control.write('broken child %d ended by itself with status %d' % (number, status))
            os._exit(1)
        counts = ioctl(1, FIONREAD, NONE) + ioctl(2, FIONREAD, NONE) + ioctl(VALUE, FIONREAD, NONE)
        self.control.write('%d %d %d %d %d %d %s' % (number, status, cpu * 1000, *COUNTS.unpack(counts), verdict))
        for fd in STREAMS:
            fcntl(fd, F_SETFL, 0)  # a program may have changed it

    def reap(self):
        """Waits until no process of the call is left, killing what is still there; gives the CPU time they used."""
        cpu = 0.0
        while True:
            try:
                pid, _, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return cpu
            if pid == 0:
                if self.contained:
                    kill_everything()
                else:
                    kill_children()
                time.sleep(0.0005)
            else:
                cpu += usage.ru_utime + usage.ru_stime

    def run_child(self):
        """In the child: gives up what it does not need, waits for its call, runs it."""
        try:
            os.setsid()  # a signal to its own process group must not reach us
            if self.confined:
                confine.drop_capabilities()
            flags, code, text, limits, mark = read_call()
            self.begun[0] = 1
            if text and not flags & SESSION:
                set_stdin(text)
            program = native.load(code) if flags & NATIVE else code.decode('utf-8')
            if self.filter is not None:
                self.filter.install()
            confine.apply_limits(*limits, self.count_processes)
            reseed(flags & DETERMINISTIC)
            confine.be_dumpable()
            if not flags & SESSION:
                os.close(INPUT)
            self.begun.close()
        except BaseException as error:
            self.control.write('broken %s: %s' % (type(error).__name__, str(error).replace('\n', ' ')))
            os._exit(1)
        os.close(CONTROL)
        # From here on everything is the program's.
        if flags & NATIVE:
            native.execute(program)
        if flags & SESSION:
            session.Session(STREAMS, read_call).serve(flags, code, text, mark, SHOW_VALUE)
        run = cell.run if flags & SHOW_VALUE else cell.run_script
        cell.finish(run(program, cell.MAIN, cell.VALUE))


def reseed(deterministic):
    """The server's generators were seeded once, at its start: each program gets its own seeds."""
    random = sys.modules.get('random')
    if random is None and deterministic:
        import random
    if random is not None:
        seed_random(random, 0 if deterministic else None)
    numpy = sys.modules.get('numpy')
    if numpy is not None:
        numpy.random.seed(0 if deterministic else struct.unpack('<I', os.urandom(4))[0])


def seed_random(random, seed):
    _random.Random.seed(random._inst, seed)
    random._inst.gauss_next = None


def on_terminate(*_):
    """At the time limit, what a program has printed so far is written out; the server itself just goes."""
    if os.getpid() != Server.pid:
        try:
            sys.stdout.flush()
        except BaseException:
            pass
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTERM)


def look():
    """What the private directory looks like: the size of a tmpfs folder counts what is in it. Times are coarse, so that
    it is not inferred from them alone."""
    about = os.stat('.')
    return about.st_size, about.st_nlink, about.st_mode, about.st_ctime_ns, os.listxattr('.')


def remove(folder):
    import shutil  # only where there are no namespaces
    shutil.rmtree(folder, ignore_errors=True)


def readable_by_others(path):
    while True:
        if not os.stat(path).st_mode & (0o1 if os.path.isdir(path) else 0o4):
            return False
        if path == '/':
            return True
        path = os.path.dirname(path)


def as_site_does(settings):
    """The module search path and the names that interactive use expects. The module `site`, which would do this and
    import whatever the packages of the machine ask it to, is not run: every megabyte is paid for by every fork."""
    asked = os.environ.get('PYTHONPATH', '')
    # Without our own folder: programs import nothing from it.
    sys.path[:] = [path for path in asked.split(':') if path] + settings['path']
    sys.prefix, sys.exec_prefix = settings['prefix']
    site.setquit()
    site.setcopyright()
    site.sethelper()


def preload(names):
    loaded = []
    for name in names:
        try:
            __import__(name)
            loaded.append(name)
        except ImportError:
            pass
    return loaded


# A first, typical use of a library: what it then loads and adapts, no program has to.
FIRST_USE = {
    'numpy': 'import numpy\nstr(numpy.linalg.solve(numpy.eye(2), numpy.ones(2)) @ numpy.arange(2) + numpy.mean([1.5]))',
    'sympy': """
import sympy
x, y = sympy.symbols('x y')
str(sympy.solve(x ** 2 - 3 * x + 2) + [sympy.Integer(3) ** 2, sympy.Rational(1, 3), sympy.sqrt(8), sympy.pi.evalf()])
str(sympy.simplify((x ** 2 - 1) / (x - 1)) + sympy.expand((x + y) ** 2) + sympy.diff(x ** 3, x))
str(sympy.factor(x ** 2 - 1))
str([sympy.factorint(60), sympy.gcd(12, 18), sympy.isprime(97), sympy.Matrix([[1, 2], [3, 4]]).det(), x.subs(x, 2)])
""",
}


def warm_up(loaded):
    """Walks the path of a call in the server, so that what the interpreter adapts at first use is shared by all."""
    cell.warm_up([FIRST_USE[name] for name in loaded if name in FIRST_USE])
    for _ in range(8):
        reseed(0)


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
    signal.signal(signal.SIGTERM, on_terminate)
    cell.prepare(VALUE)
    warm_up(loaded)
    gc.collect()
    gc.freeze()
    confine.merge_pages()
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
