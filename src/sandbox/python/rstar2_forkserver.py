"""A fork server: one process that waits, and forks a child for each program.

It never sees a program's text: a child reads its own from the input socket, so nothing of one call is in the memory
that the next one inherits. It runs one program at a time, and the next one starts when nothing of the last is alive.

Descriptors it is started with: 0 input (frames for the children), 2 its own log, 3 control (lines both ways), 4 and 5
the programs' stdout and stderr, 6 the value of a program's last expression.

Control, to us:   one JSON line with the settings; then `run N`, and `stop N` or `kill N` to end call N early.
Control, from us: one JSON line when ready; then, a call, `N STATUS CPU_MS MAX_RSS_KB NONCE` once nothing of it lives;
`broken REASON` when a child could not be made ready, after which this server is of no use.

The nonce is drawn after the last process of the call has died and is then written to stdout, stderr and value: it
marks the end of each stream, and no program can have known it.
"""
import rstar2_cell as cell
import rstar2_confine as confine
import rstar2_container as container

import fcntl
import gc
import io
import json
import os
import select
import shutil
import signal
import struct
import sys
import time

CONTROL, VALUE, INPUT = 3, 6, 7
# Lengths of code and standard input; flags; CPU seconds, memory and file size in bytes, processes.
HEADER = struct.Struct('<IIIIQQI')
DETERMINISTIC, SHOW_VALUE = 1, 2
CPU_MS, RSS_KB = 0, 1


class Control:
    """Lines over the control socket."""

    def __init__(self):
        self.pending = b''

    def read(self):
        """The next line; None when the other side is gone."""
        while b'\n' not in self.pending:
            data = os.read(CONTROL, 65536)
            if not data:
                return None
            self.pending += data
        line, self.pending = self.pending.split(b'\n', 1)
        return line

    def write(self, text):
        os.write(CONTROL, text.encode() + b'\n')


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
            self.finish(child, self.watch(child))

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
        """Waits until the child has ended; passes on what is asked about it meanwhile."""
        alive = os.pidfd_open(child)
        self.poll.register(alive, select.POLLIN)
        call = None
        try:
            while True:
                ready = [fd for fd, _ in self.poll.poll()]
                if CONTROL in ready:
                    line = self.control.read()
                    if line is None:
                        self.leave(child)
                    word, number = line.split()
                    if word == b'run':
                        call = number
                    elif number == call:
                        self.stop(child, alive, gently=word == b'stop')
                if alive in ready:
                    return call
        finally:
            self.poll.unregister(alive)
            os.close(alive)

    def stop(self, child, alive, gently):
        """Ends the program; gently gives it a moment to write out what it has printed so far."""
        if gently:
            os.kill(child, signal.SIGTERM)
            if select.select([alive], [], [], 0.1)[0]:
                return
        self.kill(child)

    def leave(self, child):
        """The other side is gone."""
        self.kill(child)
        self.reap([0, 0])
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

    def finish(self, child, call):
        """Makes sure that nothing of the call is left, then says how it ended."""
        _, status, usage = os.wait4(child, 0)
        used = [(usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss]
        self.kill(child)
        self.reap(used)
        nonce = os.urandom(16)
        for fd in (1, 2, VALUE):
            fcntl.fcntl(fd, fcntl.F_SETFL, 0)  # a program may have changed it
            write_all(fd, nonce)
        while call is None:  # it ended before its call was announced: the word is still on its way
            line = self.control.read()
            if line is None:
                os._exit(0)
            call = line.split()[1]
        self.control.write('%s %d %d %d %s' % (call.decode(), status, used[CPU_MS], used[RSS_KB], nonce.hex()))

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
                continue
            used[CPU_MS] += (usage.ru_utime + usage.ru_stime) * 1000
            used[RSS_KB] = max(used[RSS_KB], usage.ru_maxrss)

    def run_child(self):
        """In the child: gives up what it does not need, waits for its call, runs it."""
        try:
            if not self.contained:
                os.setsid()
            if self.filter is not None:
                self.filter.install()
            if self.settings['confine']:
                confine.drop_capabilities()
            flags, code, text, limits = read_call()
            if text:
                set_stdin(text)
            confine.apply_limits(*limits, count_processes=self.settings['countProcesses'])
            reseed(flags & DETERMINISTIC)
            confine.prctl(confine.PR_SET_DUMPABLE, 1)
            signal.signal(signal.SIGTERM, flush_and_end)
            os.close(INPUT)
        except BaseException as error:
            self.control.write('broken %s: %s' % (type(error).__name__, str(error).replace('\n', ' ')))
            os._exit(1)
        os.close(CONTROL)
        # From here on everything is the program's.
        cell.finish(cell.run(code, cell.fresh_main(), cell.Value(VALUE), show=flags & SHOW_VALUE))


def read_exactly(count):
    data = os.read(INPUT, count)
    if len(data) < count:
        parts = [data]
        while count > len(data):
            count -= len(data)
            data = os.read(INPUT, min(count, 1 << 20))
            if not data:
                os._exit(0)
            parts.append(data)
        data = b''.join(parts)
    return data


def read_call():
    """One frame, whole: a program that leaves its input unread leaves nothing for the next one."""
    code, text, flags, *limits = HEADER.unpack(read_exactly(HEADER.size))
    body = read_exactly(code + text) if code + text else b''
    return flags, body[:code].decode('utf-8'), body[code:], limits


def set_stdin(text):
    """Standard input is a file that ends, never the socket that calls come through."""
    fd = os.memfd_create('stdin')
    write_all(fd, text)
    os.lseek(fd, 0, os.SEEK_SET)
    os.dup2(fd, 0)
    os.close(fd)
    sys.stdin = sys.__stdin__ = open_stdin()


def open_stdin():
    return io.TextIOWrapper(io.BufferedReader(io.FileIO(0, 'r', closefd=False)), 'utf-8')


def prepare_streams():
    """The programs' standard streams, made once: a child inherits them unused."""
    os.dup2(0, INPUT, inheritable=False)
    null = os.open('/dev/null', os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    for given, wanted in ((4, 1), (5, 2)):
        os.dup2(given, wanted)
        os.close(given)
    sys.stdin = sys.__stdin__ = open_stdin()
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, 'w', closefd=False)), 'utf-8')
    sys.stderr = sys.__stderr__ = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, 'w', closefd=False)), 'utf-8',
                                                   'backslashreplace', line_buffering=True)
    sys.argv[:] = ['']
    sys.path.insert(0, '')


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


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


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
    with open('/proc/self/task/%d/children' % os.getpid()) as file:
        for pid in file.read().split():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except OSError:
                pass


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
