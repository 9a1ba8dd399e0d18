import { expectKind, expectNothing, kernelCountsMemory, MIB, run, SYSCALL, UNTIL_SEEN } from './scene.js';
import type { Case, Scene } from './scene.js';

const LIMIT = 128 * MIB;

/** What each program holds it says itself, in bytes: where that is too much, it then waits for a look to see it. */
const holder = (most: number, untilSeen: number) => `${SYSCALL}
MOST, UNTIL_SEEN = ${most}, ${untilSeen}
import fcntl, mmap, os, select, signal, struct, sys, time
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
libc.mremap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int]
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
MIB, BOTH = 1 << 20, 3
def area(size, flags=0x21, fd=-1, access=BOTH):
    at = libc.mmap(None, size, access, flags, fd, 0)
    if at in (None, ctypes.c_void_p(-1).value): raise OSError(ctypes.get_errno(), 'mmap')
    return at
def hold(size):
    print(size, flush=True)
    if size > MOST: time.sleep(UNTIL_SEEN)
def among(count, work, one_by_one=False):
    """As many processes as may be, each of which says how many bytes it holds."""
    report, told = os.pipe()
    children, held = [], []
    def hear(): held.append(struct.unpack('q', os.read(report, 8))[0])
    for _ in range(count):
        try: pid = os.fork()
        except OSError: break
        if pid == 0:
            held = 0
            try: held = work()
            except (OSError, MemoryError): pass
            os.write(told, struct.pack('q', held))
            time.sleep(200)
            os._exit(0)
        children.append(pid)
        if one_by_one: hear()
    while len(held) < len(children): hear()
    hold(sum(held))
    for pid in children: os.kill(pid, signal.SIGKILL)
`;

interface HoldsOptions {
  readonly memoryBytes?: number;
  /** What a program may hold that ends by itself, in bytes: some more than its limit where that is counted roughly. */
  readonly most?: number;
  readonly stdin?: string;
}

/** A program that ends by itself has held no more than it may. */
function holds(name: string, code: string, options: HoldsOptions = {}): Case {
  const { memoryBytes = LIMIT, most = LIMIT * 1.2, stdin = '' } = options;
  return {
    name: `${name} holds no more than a program may`,
    check: async ({ sandbox, partial }: Scene) => {
      const memoryIsMissing = sandbox.isolation.missing.some((what) => what.includes('memory'));
      const anything = kernelCountsMemory() || (partial && memoryIsMissing);
      const program = holder(most, anything ? 0 : UNTIL_SEEN) + code;
      const result = await run(sandbox, program, { stdin, limits: { memoryBytes } });
      if (anything || result.kind === 'memory' || result.kind === 'killed') return [];
      const held = Number(result.stdout.trim() || 0);
      return held <= most ? [] : [`${result.kind}, held ${Math.round(held / MIB)} MiB`];
    },
  };
}

/** Memory that is in no process's account where nothing but the server counts. */
export const UNCOUNTED: readonly Case[] = [
  holds(
    'shared memory of which one page stays mapped',
    `
held = 0
for _ in range(22):
    try: at = area(16 * MIB)
    except OSError: break
    ctypes.memset(at, 1, 16 * MIB)
    libc.munmap(at + 4096, 16 * MIB - 4096)
    held += 16 * MIB
hold(held)`,
  ),
  holds(
    'shared memory that is mapped and let go of',
    `
held, kept = 0, []
def work():
    at = area(32 * MIB)
    ctypes.memset(at, 1, 32 * MIB)
    libc.madvise(at, 32 * MIB, 4)
    return 32 * MIB
among(12, work, True)`,
  ),
  holds(
    'shared memory that is made smaller',
    `
held = 0
for _ in range(22):
    try: at = area(16 * MIB)
    except OSError: break
    ctypes.memset(at, 1, 16 * MIB)
    libc.mremap(at, 16 * MIB, 4096, 0)
    held += 16 * MIB
hold(held)`,
  ),
  holds(
    'shared memory of /dev/zero',
    `
held = 0
try:
    for access, flags in ((os.O_RDWR, 1), (os.O_RDONLY, 1), (os.O_RDWR, 3)):
        fd = os.open('/dev/zero', access)
        for _ in range(22):
            at = area(16 * MIB, flags, fd, BOTH if access == os.O_RDWR else 1)
            for page in range(0, 16 * MIB, 4096): ctypes.string_at(at + page, 1)
            libc.munmap(at + 4096, 16 * MIB - 4096)
            held += 16 * MIB
except OSError: pass
hold(held)`,
  ),
  holds(
    'a huge page of which one small page stays mapped',
    `
libc.prctl(41, 0, 0, 0, 0)
held = 0
for _ in range(300):
    at = area(4 * MIB, 0x22)
    start = (at + 2 * MIB - 1) // (2 * MIB) * 2 * MIB
    libc.madvise(start, 2 * MIB, 14)
    ctypes.memset(start, 1, 4096)
    vector = (ctypes.c_ubyte * 512)()
    libc.mincore(ctypes.c_void_p(start), ctypes.c_size_t(2 * MIB), vector)
    held += sum(vector) * 4096
    libc.munmap(at, start - at); libc.munmap(start + 4096, at + 4 * MIB - start - 4096)
hold(held)`,
  ),
  holds(
    'what lies in pipes and in named ones',
    `
def work():
    held, kept = 0, []
    try:
        while True:
            if len(kept) % 2:
                name = 'f%d-%d' % (os.getpid(), len(kept))
                os.mkfifo(name)
                kept.append((os.open(name, os.O_RDWR | os.O_NONBLOCK),))
            else: kept.append(os.pipe2(os.O_NONBLOCK))
            try:
                while True: held += os.write(kept[-1][-1], bytes(4096))
            except BlockingIOError: pass
    except OSError: pass
    return held
among(31, work)`,
    { memoryBytes: 64 * MIB, most: 72 * MIB },
  ),
  holds(
    'what sockets with larger buffers hold',
    `
import socket
def work():
    held, kept = 0, []
    try:
        while True:
            pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET if len(kept) % 2 else socket.SOCK_STREAM)
            kept.append(pair)
            for end in pair:
                end.setblocking(False)
                try: end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
                except OSError: pass
                try:
                    while held < 300 * MIB: held += end.send(bytes(65536))
                except BlockingIOError: pass
            if held >= 300 * MIB: break
    except OSError: pass
    return held
among(1, work)`,
  ),
  holds(
    'what the kernel keeps for watches',
    `
def work():
    kept, watches = [os.pipe()[0] for _ in range(40)], 0
    spare = range(120, 250)
    try:
        for _ in range(16):
            poll = select.epoll()
            kept.append(poll)
            for fd in kept[:40]:
                for number in spare:
                    os.dup2(fd, number)
                    poll.register(number, 1)
                    watches += 1
    except OSError: pass
    return watches * 200
among(5, work)`,
    // What is held is looked at from time to time: on a busy machine later.
    { memoryBytes: 64 * MIB, most: 96 * MIB },
  ),
  holds(
    'what the kernel keeps for rules about files',
    `
rules = libc.syscall(444, struct.pack('Q', 4), 8, 0)
count = 0
for top, _, names in os.walk('/usr'):
    if rules < 0: break
    for name in names:
        fd = os.open(os.path.join(top, name), os.O_PATH | os.O_NOFOLLOW)
        count += libc.syscall(445, rules, 1, struct.pack('<Qi', 4, fd), 0) == 0
        os.close(fd)
hold((rules >= 0) * LIMIT * 2 if count else 0)`.replace('LIMIT', String(LIMIT)),
  ),
  holds(
    'what the kernel keeps for locks on files',
    `
def work():
    files, locks = [os.open('l%d-%d' % (os.getpid(), i), os.O_RDWR | os.O_CREAT) for i in range(230)], 0
    try:
        for at in range(0, 300, 2):
            for fd in files: fcntl.lockf(fd, fcntl.LOCK_EX, 1, at); locks += 1
    except OSError: pass
    return locks * 208
among(12, work)`,
    { memoryBytes: 64 * MIB, most: 72 * MIB },
  ),
  holds(
    'what the kernel keeps for areas of memory',
    `
at = area(250 * MIB, 0x4022, -1, 0)
areas = 0
for page in range(0, 250 * MIB, 8192):
    if libc.mprotect(at + page, 4096, 1) != 0: break
    areas += 2
among(31, lambda: areas * 256)`,
    { memoryBytes: 400 * MIB, most: 440 * MIB },
  ),
  holds(
    'standard input that is written to, beside memory,',
    `
held = 0
for path in ('/proc/self/fd/0', '/dev/stdin'):
    try:
        fd = os.open(path, os.O_RDWR)
        while held < 60 * MIB: held += os.write(fd, bytes(MIB))
    except OSError: pass
kept = bytearray(b'x') * (90 * MIB)
hold(held + 90 * MIB)`,
    { stdin: 'x', most: LIMIT },
  ),
  holds(
    'a private directory beside memory',
    `
with open('kept', 'wb') as file:
    for _ in range(60): file.write(bytes(MIB))
kept = bytearray(b'x') * (90 * MIB)
hold(150 * MIB)`,
    { most: LIMIT },
  ),
  holds(
    'a deleted file in the private directory beside memory',
    `
kept = open('kept', 'wb+')
os.unlink('kept')
for _ in range(60): kept.write(bytes(MIB))
kept.flush()
more = bytearray(b'x') * (90 * MIB)
hold(150 * MIB)`,
    { most: LIMIT },
  ),
  holds(
    'memory that goes from child to child',
    `
report, told = os.pipe()
def hop(kept):
    end = time.time() + UNTIL_SEEN
    while time.time() < end:
        if os.fork() != 0: os._exit(0)
    os.write(told, b'x')
    os._exit(0)
for _ in range(6):
    if os.fork() == 0: hop(bytearray(b'x') * (60 * MIB))
for _ in range(6): os.read(report, 1)
hold(360 * MIB)`,
  ),
  {
    name: 'no large pages, filters, rules or threads apart are had, and what programs need is',
    check: async ({ sandbox, partial }) => {
      const code = `${holder(LIMIT, 0)}
for what, act in (('large pages', lambda: area(2 * MIB, 0x40022)),
                  ('a filter', lambda: libc.prctl(22, 2, 0, 0, 0) == 0 or ctypes.get_errno() in (1, 38)),
                  ('a filter by its own call', lambda: libc.syscall({'x86_64': 317, 'aarch64': 277}[os.uname().machine], 1, 0, None) != 0 and ctypes.get_errno() in (1, 38)),
                  ('rules', lambda: libc.syscall(444, None, 0, 1) < 0)):
    try:
        if act() is not True: print('HARM', what)
    except OSError: pass
import asyncio, mmap, multiprocessing, socket, sqlite3, subprocess, tempfile, threading
async def wait(): await asyncio.sleep(0.01); return (await (await asyncio.create_subprocess_exec('true')).wait())
assert asyncio.run(wait()) == 0
with tempfile.TemporaryFile() as file:
    file.truncate(8192)
    shared = mmap.mmap(file.fileno(), 8192)
    if os.fork() == 0: shared[5000] = 7; os._exit(0)
    os.wait()
    assert shared[5000] == 7
private = mmap.mmap(-1, 8192, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
private[0] = 1
threading.Thread(target=lambda: None).start()
assert subprocess.run(['echo', 'x'], capture_output=True).stdout == b'x\\n'
sqlite3.connect('base').execute('create table t (x)')`;
      const shared = `
import multiprocessing, operator
from multiprocessing import shared_memory
value = multiprocessing.Value('i', 3)
child = multiprocessing.get_context('fork').Process(target=lambda: setattr(value, 'value', 4))
child.start(); child.join()
assert value.value == 4
with multiprocessing.Pool(2) as pool: assert pool.map(operator.neg, [1, 2, 3]) == [-1, -2, -3]
block = shared_memory.SharedMemory(create=True, size=4096)
block.buf[0] = 1; block.close(); block.unlink()`;
      const result = await run(sandbox, partial ? code : code + shared);
      return [...expectKind(result, 'ok'), ...expectNothing('printed', result.stdout)];
    },
  },
];
