"""A fork server: one process that waits, and forks a child for each program.

It never sees a program's text: a child reads its own from the input socket, so nothing of one call is in the memory
that the next one inherits. It runs one program at a time, and the next one starts when nothing of the last is alive.

Descriptors it is started with: 0 input (frames for the children), 2 its own log, 3 control (lines both ways), 4 and 5
the programs' stdout and stderr, 6 the value of a program's last expression.

Control, to us:   one JSON line with the settings; then `run N CPU_MS MEMORY_BYTES`, and to end call N early `stop N`
(what it printed so far is kept) or `kill N`; in a session `interrupt N` (the interpreter lives on) and `pause N`.
Control, from us: one JSON line when ready; then `N STATUS CPU_MS MAX_RSS_KB NONCE REASON` once nothing of call N lives,
REASON being `memory` or `cpu` where we ended it for that, else `-`; `broken REASON` when a child could not be made
ready, after which this server is of no use.

The nonce is drawn after the last process of the call has died and is then written to stdout, stderr and value: it
marks the end of each stream, and no program can have known it.
"""
import rstar2_cell as cell
import rstar2_confine as confine
import rstar2_container as container
import rstar2_native as native
import rstar2_session as session
from rstar2_guard import Guard, kill_children, kill_everything
from rstar2_wire import (CONTROL, DETERMINISTIC, NATIVE, NONCE_BYTES, INPUT, SESSION, SHOW_VALUE, VALUE, Control,
                         prepare_streams, read_call, set_stdin, write_all)

import fcntl
import gc
import json
import os
import select
import shutil
import signal
import struct
import sys
import time


class Server:
    def __init__(self, control, settings):
        self.control = control
        self.settings = settings
        self.contained = settings['contained']
        self.directory = settings['directory']
        self.missing = []
        self.filter = None
        self.confine()
        self.fork = confine.make_fork()
        self.options = 'mode=1777,size=%d,nr_inodes=16384' % settings['diskBytes']
        self.poll = select.poll()
        self.poll.register(CONTROL, select.POLLIN)

    def confine(self):
        """What can be given up once and for all is given up here, so that it costs a call nothing."""
        settings = self.settings
        if not self.contained:
            # Without a pid namespace, orphans of a program come to us, to be found and killed.
            confine.prctl(confine.PR_SET_CHILD_SUBREAPER, 1)
        if settings['confine']:
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
        while True:
            self.fresh_directory()
            child = self.fork()
            if child == 0:
                self.run_child()
            # The child is ready before its call comes; what we wait for is its end or a word from above.
            self.finish(child, *self.watch(child))

    def fresh_directory(self):
        """An empty private directory: a new tmpfs, or without namespaces a new directory."""
        if self.contained:
            confine.unmount(self.directory)
            confine.mount('tmpfs', self.directory, 'tmpfs', confine.MS_NOSUID | confine.MS_NODEV, self.options)
        else:
            os.chdir('/')
            shutil.rmtree(self.directory, ignore_errors=True)
            os.makedirs(self.directory, 0o700, exist_ok=True)
        os.chdir(self.directory)

    def watch(self, child):
        """Waits until the child has ended; passes on what is asked about it, and sees that all of its processes
        together keep to the limits that the kernel enforces one by one."""
        alive = os.pidfd_open(child)
        self.poll.register(alive, select.POLLIN)
        call, guard = None, None
        try:
            while True:
                ready = [] if self.control.has_line else self.wait(guard)
                if CONTROL in ready or self.control.has_line:
                    line = self.control.read()
                    if line is None:
                        self.leave(child)
                    word, number, *rest = line.split()
                    if word == b'run':
                        self.freeze(signal.SIGCONT, call)
                        call, guard = number, Guard(child, self.contained, *rest, again=call is not None)
                    elif word == b'pause':
                        self.freeze(signal.SIGSTOP, call)
                        guard = None
                    elif number == call:
                        self.order(word, child, alive)
                elif not ready and guard.exceeded():
                    self.kill(child)
                if alive in ready:
                    return call, '-' if guard is None else guard.verdict
        finally:
            self.poll.unregister(alive)
            os.close(alive)

    def wait(self, guard):
        return [fd for fd, _ in self.poll.poll(None if guard is None else guard.interval())]

    def freeze(self, number, call):
        """Between its cells a session does not run, whatever it has left running."""
        if call is not None and self.contained:
            try:
                os.kill(-1, number)
            except ProcessLookupError:
                pass

    def order(self, word, child, alive):
        if word == b'interrupt':
            os.kill(child, signal.SIGINT)
        elif word == b'kill' or not self.stopped_gently(child, alive):
            self.kill(child)

    def stopped_gently(self, child, alive):
        """Gives the program a moment to write out what it has printed so far."""
        os.kill(child, signal.SIGTERM)
        return bool(select.select([alive], [], [], 0.1)[0])

    def leave(self, child):
        """The other side is gone."""
        self.kill(child)
        self.reap(Usage())
        if not self.contained:
            os.chdir('/')
            shutil.rmtree(self.directory, ignore_errors=True)
        os._exit(0)

    def kill(self, child):
        if self.contained:
            kill_everything()
            return
        for target in (-child, child):
            try:
                os.kill(target, signal.SIGKILL)
            except OSError:
                pass

    def finish(self, child, call, verdict):
        """Makes sure that nothing of the call is left, then says how it ended."""
        used = Usage()
        _, status, usage = os.wait4(child, 0)
        used.add(usage)
        self.kill(child)
        self.reap(used)
        nonce = os.urandom(NONCE_BYTES)
        for fd in (1, 2, VALUE):
            fcntl.fcntl(fd, fcntl.F_SETFL, 0)  # a program may have changed it
            write_all(fd, nonce)
        while call is None:  # it ended before its call was announced: the word is still on its way
            line = self.control.read()
            if line is None:
                os._exit(0)
            call = line.split()[1]
        self.control.write('%s %d %d %d %s %s' % (call.decode(), status, used.cpu * 1000, used.rss, nonce.hex(), verdict))

    def reap(self, used):
        """Waits until no process of the call is left, killing what is still there."""
        while True:
            try:
                pid, _, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                if self.contained:
                    kill_everything()
                else:
                    kill_children()
                time.sleep(0.0005)
            else:
                used.add(usage)

    def run_child(self):
        """In the child: gives up what it does not need, waits for its call, runs it."""
        try:
            if not self.contained:
                os.setsid()
            if self.settings['confine']:
                confine.drop_capabilities()
            flags, code, text, limits, mark = read_call()
            if text and not flags & SESSION:
                set_stdin(text)
            program = native.load(code) if flags & NATIVE else code.decode('utf-8')
            if self.filter is not None:
                self.filter.install()
            confine.apply_limits(*limits, self.settings['countProcesses'])
            reseed(flags & DETERMINISTIC)
            confine.prctl(confine.PR_SET_DUMPABLE, 1)
            signal.signal(signal.SIGTERM, flush_and_end)
            if not flags & SESSION:
                os.close(INPUT)
        except BaseException as error:
            self.control.write('broken %s: %s' % (type(error).__name__, str(error).replace('\n', ' ')))
            os._exit(1)
        os.close(CONTROL)
        # From here on everything is the program's.
        if flags & NATIVE:
            native.execute(program)
        if flags & SESSION:
            session.Session((1, 2, VALUE), read_call).serve(flags, code, text, mark, SHOW_VALUE)
        cell.finish(cell.run(program, cell.fresh_main(), cell.Value(VALUE), show=flags & SHOW_VALUE))


class Usage:
    """What the processes of a call used: seconds of CPU together, memory of the largest."""

    cpu, rss = 0.0, 0

    def add(self, usage):
        self.cpu += usage.ru_utime + usage.ru_stime
        self.rss = max(self.rss, usage.ru_maxrss)


def reseed(deterministic):
    """The server's generators were seeded once, at its start: each program gets its own seeds."""
    random = sys.modules.get('random')
    if random is None and deterministic:
        import random
    if random is not None:
        random.seed(0 if deterministic else None)
    numpy = sys.modules.get('numpy')
    if numpy is not None:
        numpy.random.seed(0 if deterministic else struct.unpack('<I', os.urandom(4))[0])


def flush_and_end(*_):
    """SIGTERM: at the time limit, what was printed so far is written out."""
    try:
        sys.stdout.flush()
    except BaseException:
        pass
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTERM)


def readable_by_others(path):
    while True:
        if not os.stat(path).st_mode & (0o1 if os.path.isdir(path) else 0o4):
            return False
        if path == '/':
            return True
        path = os.path.dirname(path)


def preload(names):
    loaded = []
    for name in names:
        try:
            __import__(name)
            loaded.append(name)
        except ImportError:
            pass
    return loaded


def main():
    sys.path.pop(0)  # our own folder: programs import nothing from it
    for fd in (CONTROL, VALUE):
        os.set_inheritable(fd, False)
    control = Control()
    settings = json.loads(control.read())
    if settings['root'] is not None:
        container.enter(settings['root'], CONTROL)
    loaded = preload(settings['preload'])
    server = Server(control, settings)
    prepare_streams()
    cell.warm_up()
    gc.collect()
    gc.freeze()
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
