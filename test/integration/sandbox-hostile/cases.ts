import { readFileSync, readdirSync, statSync } from 'node:fs';
import { expectKind, expectNothing, MIB, run, SYSCALL, UNTIL_SEEN } from './scene.js';
import type { Case } from './scene.js';
import { REST } from './rest.js';
import { UNCOUNTED } from './uncounted.js';

/** What lasts on what calls share. */
const messages: Case[] = [
  {
    name: 'a program that takes all modes from its streams hurts nobody else',
    check: async ({ sandbox, partial }) => {
      const code = `
import os, time
for fd in range(64):
    try: os.fchmod(fd, 0)
    except OSError: pass
    try: os.chmod('/proc/self/fd/%d' % fd, 0)
    except OSError: pass
time.sleep(0.1)
print('x' * 200_000)`;
      const found: string[] = [];
      for (let i = 0; i < 3; i++) {
        const result = await run(sandbox, code);
        if (result.stdout.length !== 200_001) found.push(`its own output: ${JSON.stringify(result).slice(0, 300)}`);
        const next = await run(
          sandbox,
          `import os, time\ntime.sleep(0.05)\nos.write(${partial ? 1 : 'os.open("/dev/stdout", 1)'}, b"k")`,
        );
        if (next.kind !== 'ok') found.push(`the next call: ${JSON.stringify(next).slice(0, 300)}`);
      }
      return found;
    },
  },
  {
    name: 'modes, times, attributes and hints of streams carry nothing to the next call',
    check: async ({ sandbox }) => {
      await run(
        sandbox,
        `${SYSCALL}
for fd in range(10):
    for act in (lambda: os.fchmod(fd, 0o642), lambda: os.utime(fd, (12345, 67890)),
                lambda: os.setxattr('/proc/self/fd/%d' % fd, 'user.left', b'x'),
                lambda: os.setxattr('/proc/self/fd/%d' % fd, 'system.posix_acl_access', bytes.fromhex('0200000001000600ffffffff04000400ffffffff10000600ffffffff20000400ffffffff')),
                lambda: libc.fcntl(fd, 1036, ctypes.byref(ctypes.c_uint64(3))),
                lambda: libc.syscall(469, -100, b'/proc/self/fd/%d' % fd, ctypes.create_string_buffer(b'\\x01' * 32), 32, 0)):
        try: act()
        except OSError: pass`,
      );
      const { stdout } = await run(
        sandbox,
        `${SYSCALL}
for fd in (1, 2, 6):
    about, hint = os.fstat(fd), ctypes.c_uint64()
    libc.fcntl(fd, 1035, ctypes.byref(hint))
    if about.st_mode & 0o7777 != 0o666 or 67890 in (about.st_mtime, about.st_atime) or 12345 == about.st_atime: print(fd, about)
    if hint.value: print(fd, 'hint', hint.value)
    try:
        if os.listxattr('/proc/self/fd/%d' % fd): print(fd, os.listxattr('/proc/self/fd/%d' % fd))
    except OSError: pass`,
      );
      return expectNothing('left', stdout);
    },
  },
  {
    name: 'locks and leases on what the server keeps open cannot be taken',
    check: async ({ sandbox }) => {
      const code = `
import fcntl, os, struct
for fd in (0, 1, 2, 6):
    for what, act in (('flock', lambda: fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)),
                      ('ofd', lambda: fcntl.fcntl(fd, 37, struct.pack('hhqqi4x', 0, 0, 5, 3, 0))),
                      ('lease', lambda: fcntl.fcntl(fd, 1024, fcntl.F_RDLCK))):
        try: act(); print('HARM', what, fd)
        except OSError: pass
lib = os.open(os.__file__, os.O_RDONLY)
for what, act in (('flock', lambda: fcntl.flock(lib, fcntl.LOCK_SH | fcntl.LOCK_NB)), ('lease', lambda: fcntl.fcntl(lib, 1024, fcntl.F_RDLCK)),
                  ('ofd', lambda: fcntl.fcntl(lib, 37, struct.pack('hhqqi4x', 0, 0, 5, 3, 0)))):
    try: act(); print('HARM', what, 'library')
    except OSError: pass`;
      return expectNothing('taken', (await run(sandbox, code)).stdout);
    },
  },
  {
    name: 'status flags of any descriptor are as they were for the next call',
    check: async ({ sandbox }) => {
      const look = 'import fcntl\nprint([fcntl.fcntl(fd, fcntl.F_GETFL) for fd in (0, 1, 2, 6)])';
      const before = await run(sandbox, look);
      await run(
        sandbox,
        'import fcntl, os\nfor fd in (0, 1, 2, 6): fcntl.fcntl(fd, fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND)',
      );
      const after = await run(sandbox, look);
      return before.stdout === after.stdout ? [] : [`${before.stdout} became ${after.stdout}`];
    },
  },
  {
    name: 'attributes of the private directory are not there for the next call',
    check: async ({ sandbox }) => {
      await run(sandbox, 'import os\ntry: os.setxattr(".", "user.left", b"x")\nexcept OSError: pass');
      return expectNothing(
        'left',
        (await run(sandbox, 'import os\nfor name in os.listxattr("."): print(name)')).stdout,
      );
    },
  },
  {
    name: 'the map of project ids carries nothing to the next call',
    check: async ({ sandbox }) => {
      const write = "open('/proc/self/projid_map', 'w').write('1234567 1234567 1')";
      await run(sandbox, `try: ${write}\nexcept OSError: pass`);
      return expectNothing(
        'left',
        (await run(sandbox, "if '1234567' in open('/proc/self/projid_map').read(): print('left')")).stdout,
      );
    },
  },
  {
    name: 'when the private directory was read is not known to the next call',
    check: async ({ sandbox }) => {
      const look = 'import os\nprint(os.stat(".").st_atime_ns - os.stat(".").st_mtime_ns)';
      const before = await run(sandbox, look);
      await run(sandbox, 'import os, time\ntime.sleep(0.1)\nos.listdir(".")');
      const after = await run(sandbox, look);
      return before.stdout === after.stdout ? [] : [`${before.stdout} became ${after.stdout}`];
    },
  },
  {
    name: 'what a program leaves in its directory is cleared away before its own call ends',
    check: async ({ sandbox, partial }) => {
      if (!partial) return []; // from outside it cannot be seen
      const code = `
import os
for i in range(5000): os.close(os.open('f%d' % i, os.O_CREAT | os.O_WRONLY))
print(os.getcwd())`;
      const { stdout } = await run(sandbox, code);
      return expectNothing('left', readdirSync(stdout.trim()).slice(0, 5).join(' '));
    },
  },
  {
    name: 'a folder without any modes, and one that is very deep, do not outlive their call',
    check: async ({ sandbox }) => {
      const code = `
import os
os.makedirs('kept/inner')
open('kept/inner/note', 'w').write('x')
here = os.getcwd()
for _ in range(1500):
    os.mkdir('d'); os.chdir('d')
os.chdir(here)
try: os.chmod('kept/inner', 0); os.chmod('kept', 0)
except OSError: pass`;
      await run(sandbox, code);
      await run(sandbox, 'import os\nold = os.umask(0o777)\nos.mkdir("shut")\nos.umask(old)');
      return expectNothing('left', (await run(sandbox, 'import os\nprint(*os.listdir("."))')).stdout);
    },
  },
  {
    name: 'what a program leaves beside its directory is not there for the next call',
    check: async ({ sandbox }) => {
      const code = `
import os
beside = os.path.dirname(os.getcwd())
for act in (lambda: open(beside + '/leak', 'w').write('x'), lambda: os.makedirs(beside + '/leaks/inner'),
            lambda: os.symlink('said', beside + '/leaked'), lambda: os.mkfifo(beside + '/leaking'),
            lambda: os.chmod(beside + '/leaks', 0), lambda: os.chmod(beside, 0o500)):
    try: act()
    except OSError: pass`;
      const look = `
import os
beside = os.path.dirname(os.getcwd())
for name in ('leak', 'leaks', 'leaked', 'leaking'):
    if os.path.lexists(beside + '/' + name): print(name)
print(oct(os.stat(beside).st_mode))`;
      const before = await run(sandbox, look);
      // Each of the servers that there may be.
      await Promise.all([run(sandbox, code), run(sandbox, code)]);
      const after = await Promise.all([run(sandbox, look), run(sandbox, look)]);
      return after.flatMap(({ stdout }) => (stdout === before.stdout ? [] : [`${before.stdout} became ${stdout}`]));
    },
  },
  {
    name: 'watches on files, of which a user has few, are not its to take',
    check: async ({ sandbox }) => {
      const code = `${SYSCALL}
for number in {'x86_64': (253, 294), 'aarch64': (26,)}[os.uname().machine]:
    if libc.syscall(number, 0) >= 0: print('HARM', number)`;
      return expectNothing('taken', (await run(sandbox, code)).stdout);
    },
  },
  {
    name: 'times of devices and the events of the machine are not its to take',
    check: async ({ sandbox, partial }) => {
      const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];
      const times = () => devices.map((path) => statSync(path).mtimeMs).join();
      const before = times();
      const code = `${SYSCALL}
for path in ${JSON.stringify(devices)}:
    try: os.utime(path); print('HARM', path)
    except OSError: pass
context = ctypes.c_ulong()
if libc.syscall(206 if os.uname().machine == 'x86_64' else 0, 1000, ctypes.byref(context)) == 0: print('HARM io_setup')
open('/dev/null', 'w').write('x')
${partial ? '' : "assert open('/dev/zero', 'rb').read(3) == bytes(3)"}`;
      const { stdout, stderr } = await run(sandbox, code);
      return [...expectNothing('taken', stdout + stderr), ...(times() === before ? [] : ['the times changed'])];
    },
  },
];

const HOLD = `
import os, time
report, told = os.pipe()
def harmed_when_told(count):
    os.close(told)
    while count > 0:
        words = len(os.read(report, count))
        if words == 0: return
        count -= words
    # All children hold what they want, and hold it until a look sees it.
    time.sleep(${UNTIL_SEEN})
    print('HARM')
def hold(megabytes):
    import mmap
    kept = mmap.mmap(-1, megabytes << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for at in range(0, megabytes << 20, 4096): kept[at] = 1
    return kept
`;

/** What all processes use together. */
const together: Case[] = [
  {
    name: 'memory of processes that cannot be looked at counts',
    check: async ({ sandbox }) => {
      const code = `${SYSCALL}${HOLD}
for _ in range(6):
    if os.fork() == 0:
        libc.prctl(4, 0, 0, 0, 0)
        kept = hold(100)
        os.write(told, b'x')
        time.sleep(200)
        os._exit(0)
harmed_when_told(6)`;
      const result = await run(sandbox, code, { limits: { memoryBytes: 256 * MIB } });
      return expectKind(result, 'memory', 'killed');
    },
  },
  {
    name: 'memory of processes whose first thread has ended counts',
    check: async ({ sandbox }) => {
      const code = `${SYSCALL}${HOLD}
import threading
for _ in range(6):
    if os.fork() == 0:
        def work():
            kept = hold(100)
            os.write(told, b'x')
            time.sleep(200)
        threading.Thread(target=work).start()
        time.sleep(0.05)
        libc.syscall(60 if os.uname().machine == 'x86_64' else 93, 0)
harmed_when_told(6)`;
      const result = await run(sandbox, code, { limits: { memoryBytes: 256 * MIB } });
      return expectKind(result, 'memory', 'killed');
    },
  },
  {
    name: 'what sockets hold counts',
    check: async ({ sandbox }) => {
      const code = `${HOLD}
import socket
for _ in range(16):
    if os.fork() == 0:
        kept = []
        try:
            while True:
                pair = socket.socketpair()
                kept.append(pair)
                for end in pair:
                    end.setblocking(False)
                    try:
                        while True: end.send(bytes(65536))
                    except BlockingIOError: pass
        except OSError: pass
        os.write(told, b'x')
        time.sleep(200)
        os._exit(0)
harmed_when_told(16)`;
      const result = await run(sandbox, code, { limits: { memoryBytes: 128 * MIB } });
      return expectKind(result, 'memory', 'killed');
    },
  },
  {
    name: 'descriptors on their way between processes hold nothing that does not count',
    check: async ({ sandbox }) => {
      const code = `
import array, os, socket, time
mine, theirs = socket.socketpair()
try:
    for _ in range(3000):
        pair = socket.socketpair()
        for end in pair:
            end.setblocking(False)
            try:
                while True: end.send(bytes(65536))
            except BlockingIOError: pass
        mine.setblocking(False)
        mine.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [e.fileno() for e in pair]))])
        for end in pair: end.close()
except OSError: os._exit(3)
time.sleep(${UNTIL_SEEN})
print('HARM')`;
      const result = await run(sandbox, code, { limits: { memoryBytes: 128 * MIB } });
      return expectKind(result, 'memory', 'killed', 'error');
    },
  },
  {
    name: 'processor time of children that nobody waits for counts',
    check: async ({ sandbox }) => {
      const code = `
import os, signal, time
try: signal.signal(signal.SIGCHLD, signal.SIG_IGN)
except OSError: pass
for _ in range(1500):
    if os.fork() == 0:
        until = time.process_time() + 0.02
        while time.process_time() < until: pass
        os._exit(0)
    try: os.wait()
    except ChildProcessError: pass
print('HARM')`;
      const result = await run(sandbox, code, { limits: { cpuMs: 500 } });
      return expectKind(result, 'timeout');
    },
  },
  {
    name: 'more processes than may be do not stay',
    check: async ({ sandbox }) => {
      const code = `
import os, time
for _ in range(60):
    try:
        if os.fork() == 0: time.sleep(200); os._exit(0)
    except OSError: os._exit(9)
time.sleep(${UNTIL_SEEN})
print('HARM')`;
      return expectKind(await run(sandbox, code, { limits: { processes: 12 } }), 'error', 'killed');
    },
  },
  {
    name: "memory of all processes of a session's first cell counts",
    check: async ({ sandbox }) => {
      const code = `${HOLD}
for _ in range(6):
    if os.fork() == 0:
        kept = hold(100)
        os.write(told, b'x')
        time.sleep(200)
        os._exit(0)
harmed_when_told(6)`;
      const session = await sandbox.session!();
      const result = await session.run({ code, limits: { memoryBytes: 256 * MIB } });
      await session.close();
      return expectKind(result, 'memory', 'killed');
    },
  },
  {
    name: "processor time of all processes of a session's first cell counts",
    check: async ({ sandbox }) => {
      const code = `
import os, time
for _ in range(3):
    if os.fork() == 0:
        until = time.process_time() + 15
        while time.process_time() < until: pass
        os._exit(0)
for _ in range(3): os.wait()
print('HARM')`;
      const session = await sandbox.session!();
      const result = await session.run({ code, limits: { cpuMs: 500 } });
      await session.close();
      return expectKind(result, 'timeout');
    },
  },
  {
    name: 'signals that wait do not take all that the user of the sandbox may have',
    check: async ({ sandbox }) => {
      const code = `${SYSCALL}
import signal
signal.pthread_sigmask(signal.SIG_BLOCK, range(34, 64))
info, sent = (ctypes.c_int * 32)(34, 0, -1), 0
number = {'x86_64': 129, 'aarch64': 138}[os.uname().machine]
while sent < 20000 and libc.syscall(number, os.getpid(), 34, info) == 0: sent += 1
print(sent)`;
      const { stdout } = await run(sandbox, code);
      return Number(stdout) <= 2048 ? [] : [`${stdout} signals waited`];
    },
  },
  {
    name: 'a timer does not wake a session between its cells',
    check: async ({ sandbox }) => {
      const session = await sandbox.session!();
      const cell = async (code: string) => {
        const result = await session.run({ code });
        if (result.kind === 'unavailable') throw new Error(result.cause.message);
        return result;
      };
      const burn = `${SYSCALL}
import resource, signal, threading
class Event(ctypes.Structure):
    _fields_ = [('value', ctypes.c_void_p), ('signo', ctypes.c_int), ('notify', ctypes.c_int), ('rest', ctypes.c_char * 48)]
signal.signal(18, lambda *_: None)
timer, spec = ctypes.c_void_p(), (ctypes.c_long * 4)(0, 0, 0, 400000000)
event = Event(None, 18, 0)
number = {'x86_64': (222, 223), 'aarch64': (107, 110)}[os.uname().machine]
if libc.syscall(number[0], 0, ctypes.byref(event), ctypes.byref(timer)) == 0:
    libc.syscall(number[1], timer, 0, spec, 0)
def spin():
    while True: pass
threading.Thread(target=spin, daemon=True).start()`;
      await cell(burn);
      const used = async () =>
        Number((await cell('import resource\nresource.getrusage(resource.RUSAGE_SELF).ru_utime')).value);
      const before = await used();
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const after = await used();
      await session.close();
      return after - before < 2.5 ? [] : [`used ${after - before} s between cells`];
    },
  },
  {
    name: 'a program that writes bytes one by one costs the caller little time and memory, be each a packet or not',
    check: async ({ sandbox }) => {
      const found: string[] = [];
      for (const how of ['fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT)', 'pause = 2e-5', 'pause = 0']) {
        const code = `
import fcntl, os, time
pause = 0
${how}
while True:
    os.write(1, b'x')
    if pause: time.sleep(pause)`;
        const before = process.memoryUsage().rss;
        let most = before;
        const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
        const cpuBefore = process.cpuUsage();
        const result = await run(sandbox, code, { limits: { wallMs: 2000, outputBytes: 16 * MIB } });
        clearInterval(timer);
        const { user, system } = process.cpuUsage(cpuBefore);
        const grown = Math.round((most - before) / MIB);
        found.push(...expectKind(result, 'timeout', 'output-limit'));
        if (grown > 60) found.push(`${how}: ${grown} MiB`);
        if ((user + system) / 1e6 > 0.3) found.push(`${how}: ${(user + system) / 1e6} s`);
      }
      return found;
    },
  },
];

/** What the caller is told. */
const told: Case[] = [
  {
    name: 'a process name that is no text does not end the server',
    check: async ({ sandbox }) => {
      const code = `${SYSCALL}
libc.prctl(15, b'\\xff\\xfe\\x80)\\n(', 0, 0, 0)
if os.fork() == 0: time.sleep(0.4); os._exit(0)
time.sleep(0.4)
6 * 7`;
      const result = await run(sandbox, code);
      return result.kind === 'ok' && result.value === '42' ? [] : [JSON.stringify(result)];
    },
  },
  {
    name: 'what a cell writes in place of its exit code is that of an error',
    check: async ({ sandbox }) => {
      const found: string[] = [];
      for (const code of ['1.5', '-1', '300', '1e999', 'NaN', '']) {
        const session = await sandbox.session!();
        const forged = `
import os, sys
frame, mark = sys._getframe(), None
while frame is not None:
    for value in frame.f_locals.values():
        if isinstance(value, bytes) and len(value) == 16: mark = value
    frame = frame.f_back
os.write(1, mark); os.write(2, mark); os.write(6, b'${code};' + mark)`;
        const result = await session.run({ code: forged });
        found.push(...expectKind(result, 'error'));
        if (result.kind !== 'unavailable' && result.exitCode !== 1) found.push(`${code}: exit code ${result.exitCode}`);
        await session.close();
      }
      return found;
    },
  },
  {
    name: 'a cell that shuts out those that come after it makes none of them succeed',
    check: async ({ sandbox }) => {
      const session = await sandbox.session!();
      await session.run({ code: 'import socket\nsocket.socket(fileno=7).shutdown(socket.SHUT_RDWR)' });
      const later = await session.run({ code: 'raise ValueError' });
      await session.close();
      return expectKind(later, 'error', 'killed');
    },
  },
  {
    name: 'a large input against a tiny limit is a timeout, and the next call is as ever',
    check: async ({ sandbox }) => {
      const found: string[] = [];
      for (let i = 0; i < 4; i++) {
        const late = await run(sandbox, 'input()', { stdin: 'x'.repeat(40 * MIB), limits: { wallMs: 1 } });
        found.push(...expectKind(late, 'timeout'));
        const next = await run(sandbox, 'input()', { stdin: 'hello\n' });
        if (next.value !== "'hello'") found.push(JSON.stringify(next));
      }
      return found;
    },
  },
  {
    name: 'compiling keeps to the time of its call',
    check: async ({ sandbox }) => {
      const code = `
template<int N, int M> struct F { static const long v = F<N-1, M>::v + F<N-1, M+1>::v; };
template<int M> struct F<0, M> { static const long v = M; };
int main() { return F<800, 0>::v; }`;
      const result = await run(sandbox, code, { language: 'cpp', limits: { wallMs: 700 } });
      // Well below what the compiler may use by itself.
      return [
        ...expectKind(result, 'timeout'),
        ...(result.durationMs < 20_000 ? [] : [`took ${result.durationMs} ms`]),
      ];
    },
  },
];

/** What a program may see and touch of others. */
const others: Case[] = [
  {
    name: 'descriptors that a shell left open do not reach a program',
    check: async ({ sandbox }) => {
      const code = `
import os
for fd in range(8, 1024):
    try: print(fd, os.readlink('/proc/self/fd/%d' % fd))
    except OSError: pass
    try: print(os.pread(fd, 100, 0)); os.write(fd, b'overwritten')
    except OSError: pass`;
      return expectNothing('open', (await run(sandbox, code)).stdout);
    },
  },
  {
    name: 'no socket can be had that others could be sent to from, or found by',
    check: async ({ sandbox }) => {
      const code = `
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
for kind in (socket.SOCK_DGRAM, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC, socket.SOCK_RAW):
    try: socket.socketpair(socket.AF_UNIX, kind); print('HARM', kind)
    except OSError: pass
for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    for what in ('bind', 'connect'):
        one, _ = socket.socketpair(socket.AF_UNIX, kind)
        for name in ('\\0here', 'here'):
            try: getattr(one, what)(name); print('HARM', what, kind)
            except OSError: pass
    one, other = socket.socketpair(socket.AF_UNIX, kind)
    one.send(b'ok')
    print('' if other.recv(2) == b'ok' else 'HARM: no pair')
    if libc.connect(one.fileno(), bytes(16), 2) == 0: print('HARM', 'taken apart', kind)`;
      return expectNothing('had', (await run(sandbox, code)).stdout);
    },
  },
  {
    name: "the caller's other processes are not signalled, reniced or limited",
    check: async ({ sandbox, canary }) => {
      const limits = () => readFileSync(`/proc/${canary.pid}/limits`, 'utf8');
      const nice = () => readFileSync(`/proc/${canary.pid}/stat`, 'utf8').split(' ')[18];
      const before = [limits(), nice()];
      const code = `${SYSCALL}
import resource, signal
pid = ${canary.pid}
for act in (lambda: os.setpriority(os.PRIO_PROCESS, pid, 7), lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (11, 11)),
            lambda: os.sched_setaffinity(pid, {0}), lambda: os.sched_setscheduler(pid, os.SCHED_BATCH, os.sched_param(0)),
            lambda: os.setpriority(os.PRIO_USER, 0, 7), lambda: os.kill(pid, signal.SIGKILL), lambda: os.killpg(pid, signal.SIGKILL),
            lambda: libc.syscall(200 if os.uname().machine == 'x86_64' else 130, pid, 9), lambda: os.kill(${process.pid}, signal.SIGTERM)):
    try: act()
    except OSError: pass`;
      await run(sandbox, code);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const found = canary.processAlive() ? [] : ['killed'];
      if (canary.processAlive() && (limits() !== before[0] || nice() !== before[1])) found.push('changed');
      return found;
    },
  },
  {
    name: 'signalling everybody at once reaches nobody else, and leaves no copy of anything running',
    check: async ({ sandbox, canary }) => {
      const code = `
import os, signal, time
for _ in range(5):
    if os.fork() == 0: time.sleep(30); os._exit(0)
signal.signal(signal.SIGIO, signal.SIG_IGN)
for target in (-1, os.getppid(), -os.getppid()):
    try: os.kill(target, signal.SIGIO)
    except OSError: pass
time.sleep(0.2)`;
      const result = await sandbox.run({ code });
      return [...expectKind(result, 'ok', 'error', 'killed'), ...(canary.processAlive() ? [] : ['killed'])];
    },
  },
  {
    name: "modes, owners, times and attributes of the caller's files do not change",
    check: async ({ sandbox, canary }) => {
      const look = () => {
        const { mode, uid, mtimeMs } = statSync(canary.secretFile);
        return JSON.stringify({ mode, uid, mtimeMs });
      };
      const before = look();
      const code = `${SYSCALL}
path = '${canary.secretFile}'
for act in (lambda: os.chmod(path, 0o777), lambda: os.utime(path, (1, 1)), lambda: os.setxattr(path, 'user.left', b'x'),
            lambda: os.chown(path, os.getuid(), os.getgid()), lambda: os.truncate(path, 0), lambda: os.unlink(path),
            lambda: libc.syscall(452, -100, path.encode(), 0o777, 0)):
    try: act()
    except OSError: pass`;
      await run(sandbox, code);
      return look() === before ? [] : [`${before} became ${look()}`];
    },
  },
];

export const CASES: readonly Case[] = [...messages, ...together, ...UNCOUNTED, ...REST, ...told, ...others];
