"""A fork server's child: from the fork to the first line of the program."""
import rstar2_cell as cell
import rstar2_session as session
from rstar2_privileges import apply_limits, be_dumpable, drop_capabilities
from rstar2_wire import CONTROL, DETERMINISTIC, INPUT, NATIVE, SESSION, SHOW_VALUE, read_call, set_stdin, write_all

import _random
import os
import signal
import struct
import sys


def run(server):
    """Gives up what it does not need, waits for its call, runs it."""
    try:
        os.setsid()  # a signal to its own process group must not reach the server
        if server.confined:
            drop_capabilities()
        flags, code, text, limits, mark = read_call()
        server.begun[0] = 1
        if text and not flags & SESSION:
            set_stdin(text)
        program = load(code) if flags & NATIVE else code.decode('utf-8')
        server.confine_call()
        apply_limits(*limits, server.count_processes)
        reseed(flags & DETERMINISTIC)
        be_dumpable()
        if not flags & SESSION:
            os.close(INPUT)
        server.begun.close()
    except BaseException as error:
        server.control.write('broken %s: %s' % (type(error).__name__, str(error).replace('\n', ' ')))
        os._exit(1)
    os.close(CONTROL)
    # From here on everything is the program's.
    if flags & NATIVE:
        execute_native(program)
    if flags & SESSION:
        session.Session().serve(flags, code, text, mark)
    execute = cell.run if flags & SHOW_VALUE else cell.run_script
    cell.finish(execute(program, cell.MAIN, cell.VALUE))


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


def load(binary):
    """A compiled program as a file that has no name, so that the private directory stays empty."""
    fd = os.memfd_create('program', os.MFD_CLOEXEC)
    write_all(fd, binary)
    return fd


def execute_native(fd):
    """Runs it in place of the interpreter."""
    # The interpreter ignores these; a compiled program expects them to end it.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execve(fd, ['program'], dict(os.environ))
    except OSError as error:
        sys.stderr.write('the program could not be started: %s\n' % error.strerror)
        sys.stderr.flush()
        os._exit(127)
