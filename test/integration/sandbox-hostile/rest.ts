import { createLocalSandbox } from '../../../src/sandbox/index.js';
import type { Sandbox, SandboxSession } from '../../../src/base/index.js';
import { AMPLE, MIB } from './scene.js';
import type { Case, Scene } from './scene.js';

const HELD = 100 * MIB;
/** Ways of holding so much at rest, where what holds it is not what a process maps. */
const WAYS = {
  'shared memory of which one page stays mapped': `
held = mmap.mmap(-1, ${HELD})
for at in range(0, ${HELD}, 4096): held[at] = 1
kept = mmap.mmap(-1, 4096)
libc = ctypes.CDLL(None)
at = ctypes.addressof(ctypes.c_char.from_buffer(held))
libc.munmap(ctypes.c_void_p(at + 4096), ctypes.c_size_t(${HELD} - 4096))`,
  'a file without a name in its directory': `
held = open('held', 'wb+')
os.unlink('held')
for _ in range(${60}): held.write(bytes(1 << 20))
held.flush()
kept = bytearray(b'x') * ${40 * MIB}`,
  'memory of a child': `
report, told = os.pipe()
if os.fork() == 0:
    kept = bytearray(b'x') * ${HELD}
    os.write(told, b'x')
    time.sleep(1000)
os.read(report, 1)`,
};

const ON_DISK = 'a file without a name in its directory';

/** What a cell printed; nothing where it did not succeed. */
async function printed(session: SandboxSession, code: string): Promise<string | undefined> {
  const result = await session.run({ code });
  return result.kind === 'ok' ? result.stdout : undefined;
}

/** Opens a sandbox of its own beside the one under attack: it allows sessions less memory. */
async function beside({ sandbox }: Scene, python: string, check: (own: Sandbox) => Promise<string[]>) {
  const { mechanism, level, missing } = sandbox.isolation;
  if (missing.some((what) => what.includes('memory'))) return []; // as it says itself
  const own = await createLocalSandbox({
    concurrency: 1,
    python,
    isolation: level === 'full' ? 'full' : 'auto',
    mechanisms: [mechanism as 'bubblewrap'],
    sessionMemoryBytes: 200 * MIB,
    limits: AMPLE,
  });
  try {
    return await check(own);
  } finally {
    await own.close();
  }
}

/** What sessions hold between their cells. */
export const REST: readonly Case[] = Object.entries(WAYS).map(([way, code]) => ({
  name: `sessions at rest hide nothing in ${way}`,
  check: async (scene) =>
    // Under seccomp alone the private directory lies on a disk: what is in it takes no memory.
    way === ON_DISK && scene.sandbox.isolation.mechanism === 'seccomp'
      ? []
      : beside(scene, process.argv[4] ?? 'python3', async (own) => {
          const sessions: { session: SandboxSession; made: string | undefined }[] = [];
          for (let i = 0; i < 4; i++) {
            const session = await own.session!();
            const made = await printed(
              session,
              `import ctypes, mmap, os, time\nmade = time.time()\n${code}\nprint(made)`,
            );
            sessions.push({ session, made });
          }
          // One that had to go is run again, and then finds another time. What each holds is told a little later.
          let alive = sessions.length;
          for (let tries = 0; alive > 2 && tries < 20; tries++) {
            alive = 0;
            for (const { session, made } of sessions.toReversed()) {
              if (made !== undefined && (await printed(session, 'print(made)')) === made) alive++;
            }
          }
          return alive <= 2 ? [] : [`${alive} sessions of 100 MiB are kept where 200 MiB may be`];
        }),
}));
