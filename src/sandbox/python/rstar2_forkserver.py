"""A fork server: one process that waits, and forks a child for each program.

It never sees a program's text: a child reads its own from the input pipe, so nothing of one call is in the memory
that the next one inherits. Descriptors: 0 input (frames for the child), 3 control (lines both ways), 4 and 5 the
program's stdout and stderr, 6 the value of its last expression.

Control, to us:   one JSON line with the settings; then `run N`, `kill N` or `stop N` for call N.
Control, from us: one JSON line when ready; then, a call, `N STATUS CPU_MS MAX_RSS_KB NONCE` once nothing of it lives;
`broken REASON` when a child could not be made ready, after which this server is of no use.
The nonce is drawn after the last process of the call has died and is then written to 4, 5 and 6: it marks the end of
each stream, and no program can have known it.
"""
import sys

import rstar2_cell as cell  # noqa: E402
import rstar2_confine as confine  # noqa: E402
sys.path.pop(0)  # our own folder: programs import nothing from it

import fcntl  # noqa: E402
import gc  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import resource  # noqa: E402
import select  # noqa: E402
import shutil  # noqa: E402
import signal  # noqa: E402
import struct  # noqa: E402
import time  # noqa: E402

INPUT, CONTROL, OUT, ERR, VALUE = 0, 3, 4, 5, 6
FRAME = struct.Struct('<III')


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
        self.filter = None
        self.missing = []
        if not self.contained:
            # Without a pid namespace, orphans of a program come to us to be found and killed.
            confine.prctl(confine.PR_SET_CHILD_SUBREAPER, 1)
        if settings['uid'] is not None:
            confine.become(settings['uid'])
        if settings['confine']:
            self.confine()
        # Whoever started us may be gone without a word; and nobody looks into our memory.
        confine.prctl(confine.PR_SET_PDEATHSIG, signal.SIGKILL)
        confine.prctl(confine.PR_SET_DUMPABLE, 0)

    def confine(self):
        confine.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
        confine.drop_bounding_set()
        program = confine.seccomp_program()
        if program is None:
            self.missing.append('seccomp: no filter for this processor')
            return
        try:
            confine.Filter(program).install()
            self.filter = confine.Filter(confine.mount_program())
        except OSError as error:
            self.missing.append('seccomp: %s' % error)

    def serve(self):
        self.poll = select.poll()
        self.poll.register(CONTROL, select.POLLIN)
        while True:
            self.fresh_directory()
            child, alive = self.fork()
            # The child is ready before its call comes; what we wait for is its end or a word from above.
            call = self.watch(child, alive)
            self.finish(child, call)

    def fresh_directory(self):
        """An empty private directory: a new tmpfs, or without namespaces a new directory."""
        if self.contained:
            os.chdir('/')
            confine.unmount(self.directory)
            confine.mount('tmpfs', self.directory, 'tmpfs', confine.MS_NOSUID | confine.MS_NODEV,
                          'mode=1777,size=%d,nr_inodes=4096' % self.settings['diskBytes'])
            return
        shutil.rmtree(self.directory, ignore_errors=True)
        os.makedirs(self.directory, 0o700, exist_ok=True)

    def fork(self):
        child = os.fork()
        if child == 0:
            try:
                header, code, text = self.receive()
            except BaseException as error:
                self.control.write('broken %s: %s' % (type(error).__name__, str(error).replace('\n', ' ')))
                os._exit(1)
            self.run(header, code, text)
        return child, os.pidfd_open(child)

    def watch(self, child, alive):
        """Waits until the child has ended; passes on what is asked about it meanwhile."""
        self.poll.register(alive, select.POLLIN)
        call = None
        try:
            while True:
                ready = dict(self.poll.poll())
                if CONTROL in ready:
                    line = self.control.read()
                    if line is None:
                        self.kill(child)
                        self.reap()
                        os._exit(0)
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
        _, status, usage = os.wait4(child, 0)
        cpu, rss = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
        self.kill(child)
        more_cpu, more_rss = self.reap()
        nonce = os.urandom(16)
        for fd in (OUT, ERR, VALUE):
            fcntl.fcntl(fd, fcntl.F_SETFL, 0)
            write_all(fd, nonce)
        while call is None:  # it died before its call was announced: the word is still on its way
            line = self.control.read()
            if line is None:
                os._exit(0)
            word, call = line.split()
        self.control.write('%s %d %d %d %s' % (call.decode(), status, (cpu + more_cpu) * 1000, max(rss, more_rss),
                                               nonce.hex()))

    def reap(self):
        """Waits until no process of the call is left, killing what is still there."""
        cpu, rss = 0.0, 0
        while True:
            try:
                pid, _, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return cpu, rss
            if pid == 0:
                if self.contained:
                    kill_everything()
                else:
                    kill_children()
                time.sleep(0.0005)
                continue
            cpu += usage.ru_utime + usage.ru_stime
            rss = max(rss, usage.ru_maxrss)

    def receive(self):
        """In the child: gives up everything it does not need, then waits for its call."""
        if not self.contained:
            os.setsid()
        for fd in (OUT, ERR):
            fcntl.fcntl(fd, fcntl.F_SETFL, 0)
        os.dup2(OUT, 1)
        os.dup2(ERR, 2)
        os.close(OUT)
        os.close(ERR)
        os.chdir(self.directory)
        if self.filter is not None:
            self.filter.install()
        if self.settings['confine']:
            confine.drop_capabilities()
        header, code, text = read_call()
        set_stdin(text)
        confine.apply_limits(header['limits'], count_processes=self.settings['countProcesses'])
        prepare_streams()
        reseed(header['deterministic'])
        confine.prctl(confine.PR_SET_DUMPABLE, 1)
        return header, code, text

    def run(self, header, code, text):
        """In the child: from here on everything is the program's."""
        os.close(CONTROL)
        sys.argv[:] = ['']
        sys.path.insert(0, '')
        signal.signal(signal.SIGTERM, flush_and_end)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        cell.finish(cell.run(code, cell.fresh_main(), cell.Value(VALUE), show=header['value']))


def read_exactly(count):
    parts = []
    while count > 0:
        data = os.read(INPUT, min(count, 1 << 20))
        if not data:
            os._exit(0)
        parts.append(data)
        count -= len(data)
    return b''.join(parts)


def read_call():
    """One frame, whole: a program that leaves its input unread leaves nothing for the next one."""
    lengths = FRAME.unpack(read_exactly(FRAME.size))
    header, code, text = (read_exactly(length) for length in lengths)
    return json.loads(header), code.decode('utf-8'), text


def set_stdin(text):
    """Standard input is a file that ends, never the pipe that calls come through."""
    if text:
        fd = os.memfd_create('stdin')
        write_all(fd, text)
        os.lseek(fd, 0, os.SEEK_SET)
    else:
        fd = os.open('/dev/null', os.O_RDONLY)
    os.dup2(fd, 0)
    os.close(fd)


def prepare_streams():
    """New stream objects over the new descriptors; nothing buffered by us can leak into them."""
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, 'r', closefd=False)), 'utf-8')
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, 'w', closefd=False)), 'utf-8')
    sys.stderr = sys.__stderr__ = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, 'w', closefd=False)), 'utf-8',
                                                   'backslashreplace', line_buffering=True)


def reseed(deterministic):
    """The server's generators were seeded once, at its start: each program gets its own seeds."""
    random = sys.modules.get('random')
    if random is not None:
        random.seed(0 if deterministic else None)
    elif deterministic:
        import random
        random.seed(0)
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


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def kill_everything():
    """As pid 1 of a pid namespace: every other process in it. Never called elsewhere."""
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


def main():
    for fd in (CONTROL, OUT, ERR, VALUE):
        os.set_inheritable(fd, False)
    control = Control()
    settings = json.loads(control.read())
    started = time.monotonic()
    loaded, absent = [], []
    for name in settings['preload']:
        try:
            __import__(name)
            loaded.append(name)
        except ImportError:
            absent.append(name)
    server = Server(control, settings)
    gc.collect()
    gc.freeze()
    control.write(json.dumps({
        'pid': os.getpid(), 'uid': os.getuid(), 'missing': server.missing, 'loaded': loaded, 'absent': absent,
        'startMs': (time.monotonic() - started) * 1000, 'python': sys.version.split()[0],
    }))
    server.serve()


if __name__ == '__main__':
    main()
