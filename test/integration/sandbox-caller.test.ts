import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createLocalSandbox } from '../../src/sandbox/index.js';

const NOBODY = '65534';
const asRoot = process.getuid?.() === 0;
const systemPython = process.env['USER_PYTHON'] ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3');
const SOURCE = join(import.meta.dirname, '../../src/sandbox/index.ts');
const settings = ['bubblewrap', 'unshare', 'seccomp'].flatMap((mechanism) =>
  (asRoot ? ['root', 'an ordinary user'] : ['an ordinary user']).map((user) => ({ mechanism, user })),
);
const MECHANISMS = ['bubblewrap', 'unshare'] as const;

const folders: string[] = [];
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rstar2-test-'));
  chmodSync(path, 0o777);
  folders.push(path);
  return path;
}

/** The processes of all sandboxes on this machine: those of tests that run beside this one too. */
const processes = (): string[] =>
  execFileSync('ps', ['-eo', 'pid,ppid,pgid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('rstar2_'));

/** The processes of sandboxes whose callers have ended: those of a test that still runs are below the process that runs all tests. */
function orphans(): string[] {
  const parents = new Map(
    execFileSync('ps', ['-eo', 'pid,ppid'], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/) as [string, string]),
  );
  const isBelowTests = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.ppid) || isBelowTests(parents.get(pid)));
  return processes().filter((line) => !isBelowTests(line.trim().split(/\s+/, 1)[0]));
}

const groups = (pid: number): string[] =>
  existsSync('/sys/fs/cgroup')
    ? execFileSync('find', ['/sys/fs/cgroup', '-maxdepth', '5', '-name', `rstar2-${pid}-*`], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .filter((line) => line !== '')
    : [];

async function until(holds: () => boolean, ms = 10_000): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += 50) {
    if (holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return holds();
}

describe('a caller that is killed', () => {
  it.each(settings)(
    'leaves no process, group or folder under $mechanism as $user',
    async ({ mechanism, user }) => {
      const script = join(import.meta.dirname, 'sandbox-hostile', 'start-and-die.ts');
      const args = [mechanism, ...(asRoot && user !== 'root' ? [NOBODY, systemPython] : [])];
      const TMPDIR = folder();
      const caller = spawn(process.execPath, ['--no-warnings', '--import', 'tsx', script, ...args], {
        env: { ...process.env, TMPDIR },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(caller.stdout, 'data');
      const servers = () =>
        readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && environment(pid).includes(TMPDIR));
      // As a whole number: those of another test may hold its digits.
      const itself = new RegExp(`\\b${caller.pid}\\b`);
      const ours = () => processes().filter((line) => itself.test(line));
      expect(ours().length).toBeGreaterThan(0);
      caller.kill('SIGKILL');
      await once(caller, 'exit');
      expect(await until(() => ours().length === 0 && servers().length === 0)).toBe(true);
      expect(await until(() => groups(caller.pid!).length === 0)).toBe(true);
      // What lies in folders is removed at once, the folder itself by the next sandbox.
      const left = () =>
        readdirSync(TMPDIR, { recursive: true })
          .map(String)
          .filter((name) => name.startsWith('rstar2-'));
      expect(await until(() => left().length <= 1), left().join()).toBe(true);
      const script2 = `import { createLocalSandbox } from ${JSON.stringify(SOURCE)}; await (await createLocalSandbox({ concurrency: 1 })).close();`;
      writeFileSync(join(TMPDIR, 'next.mts'), script2);
      execFileSync(process.execPath, ['--no-warnings', '--import', 'tsx', join(TMPDIR, 'next.mts')], {
        env: { ...process.env, TMPDIR },
      });
      expect(left()).toEqual([]);
    },
    60_000,
  );

  const environment = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8');
    } catch {
      return '';
    }
  };
});

describe.each(MECHANISMS)('servers that are killed while they start, by %s', (mechanism) => {
  it('leave nothing behind, and the caller ends by itself', async () => {
    const script = `
import { createLocalSandbox } from ${JSON.stringify(SOURCE)};
import { execFileSync } from 'node:child_process';
for (let delay = 0; delay < 90; delay += 6) {
  const starting = createLocalSandbox({ concurrency: 1, isolation: 'full', mechanisms: ['${mechanism}'] }).then((sandbox) => sandbox.close(), () => {});
  await new Promise((resolve) => setTimeout(resolve, 60 + delay));
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).trim().split('\\n').map((line) => line.trim().split(/\\s+/));
  const below = (pid) => lines.filter(([, parent]) => parent === pid).map(([child]) => child);
  // The supervisor is ours to trust; what it has started is killed at any moment of its start, the outermost alone.
  for (const supervisor of lines.filter(([, parent, ...args]) => parent === String(process.pid) && args.join(' ').includes('rstar2_supervisor')).map(([pid]) => pid)) {
    for (const child of below(supervisor)) try { process.kill(Number(child), 'SIGKILL'); } catch {}
  }
  await starting;
}
console.log(execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\\n').filter((line) => /rstar2_(supervisor|forkserver)/.test(line) && new RegExp('\\\\b' + process.pid + '\\\\b').test(line)).join('\\n'));
console.log('ended', process.pid);
`;
    const at = join(folder(), 'main.mts');
    writeFileSync(at, script);
    const before = orphans().length;
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', '--import', 'tsx', at], {
      timeout: 110_000,
    });
    const pid = Number(/ended (\d+)/.exec(stdout)![1]);
    expect(await until(() => orphans().length <= before), orphans().join('\n')).toBe(true);
    expect(groups(pid)).toEqual([]);
  }, 120_000);
});

describe.each(MECHANISMS)('a caller whose programs fill their directories, by %s', (mechanism) => {
  it('has all its calls answered, whatever memory the next ones ask for', async () => {
    const script = `
import { createLocalSandbox } from ${JSON.stringify(SOURCE)};
const MIB = 2 ** 20;
const sandbox = await createLocalSandbox({ concurrency: 3, mechanisms: ['${mechanism}'], limits: { fileSizeBytes: 400 * MIB } });
const greedy = "f = open('x', 'wb')\\ntry:\\n    for _ in range(380): f.write(bytes(1 << 20))\\nexcept OSError: pass";
const modest = { code: "print('honest')", limits: { memoryBytes: 64 * MIB } };
for (let round = 0; round < 3; round++) {
  const calls = [1, 2, 3].map(() => sandbox.run({ code: greedy, limits: { memoryBytes: 1024 * MIB, wallMs: 120_000, cpuMs: 120_000 } }));
  const next = [1, 2, 3, 4, 5, 6].map(() => sandbox.run(modest));
  await Promise.all(calls);
  console.log((await Promise.all(next)).map(({ kind, stdout }) => kind + ' ' + stdout).join(''));
}
await sandbox.close();
`;
    const at = join(folder(), 'main.mts');
    writeFileSync(at, script);
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', '--import', 'tsx', at], {
      timeout: 110_000,
    });
    expect(stdout).toBe(`${'ok honest\n'.repeat(6)}\n`.repeat(3));
  }, 120_000);
});

describe('where something is missing', () => {
  const evaluate = (flags: readonly string[], code: string) =>
    promisify(execFile)(process.execPath, ['--no-warnings', '--import', 'tsx', ...flags, code], {
      timeout: 60_000,
    });
  const program = `import(${JSON.stringify(SOURCE)}).then(async ({ createLocalSandbox }) => {
    const sandbox = await createLocalSandbox({ concurrency: 1 });
    console.log((await sandbox.run({ code: '6 * 7' })).value);
    await sandbox.close();
  }, console.log).catch((error) => console.log(error.name, error.message))`;

  it('a script on the command line finds the Python files all the same', async () => {
    expect((await evaluate(['-e'], program)).stdout).toBe('42\n');
  });

  it('an interactive session finds them too', async () => {
    const repl = spawn(process.execPath, ['--no-warnings', '--import', 'tsx', '-i'], { stdio: 'pipe' });
    let shown = '';
    const done = new Promise<void>((resolve) => {
      repl.stdout.on('data', (text: Buffer) => {
        shown += text.toString();
        if (/answer: \S+/.test(shown)) resolve();
      });
    });
    repl.stdin.write(`${program.replaceAll('\n', ' ').replace('(await', "'answer: ' + (await")}\n`);
    await done;
    repl.stdin.end();
    await once(repl, 'exit');
    expect(shown).toContain('answer: 42');
  }, 60_000);

  it('the built package does from a script on the command line, asked by require', async () => {
    const code = program.replace(
      `import(${JSON.stringify(SOURCE)})`,
      "Promise.resolve(require('rstar2-agent/sandbox'))",
    );
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { timeout: 60_000 });
    expect(stdout).toBe('42\n');
  }, 60_000);

  it('programs are contained in part where no namespaces can be made, and one line says so', async () => {
    const report = program.replace('(await', 'sandbox.isolation.level, (await');
    const script = join(folder(), 'main.mts');
    writeFileSync(script, report.replace('{ concurrency: 1 }', '{ concurrency: 1, python: process.argv[2] }'));
    const run = `${process.execPath} --import tsx ${script} ${systemPython}`;
    const none = 'echo 0 > /proc/sys/user/max_user_namespaces';
    const { stdout, stderr } = await promisify(execFile)('unshare', ['-Ur', 'sh', '-c', `${none} && ${run}`], {
      timeout: 60_000,
    });
    expect(stdout).toBe('partial 42\n');
    const warnings = stderr.split('\n').filter((line) => line.includes('RSTAR2_PARTIAL'));
    expect(warnings).toEqual([
      expect.stringContaining('SandboxWarning: programs are only partly isolated, by seccomp'),
    ]);
  }, 60_000);

  it('a folder for temporary files that is not there is said in words', async () => {
    const { stdout } = await evaluate(['-e'], `process.env.TMPDIR = '/nowhere/at/all'; ${program}`);
    expect(stdout).toContain('SandboxError cannot create a folder for temporary files (TMPDIR)');
  });

  it('a machine without control groups contains programs fully', async () => {
    const script = `${process.execPath} --no-warnings --import tsx -e '${program.replaceAll("'", "'\\''")}'`;
    const hide = 'mount -t tmpfs none /sys/fs && test ! -e /sys/fs/cgroup';
    const { stdout } = await promisify(execFile)(
      'unshare',
      [asRoot ? '-m' : '-Urm', 'sh', '-c', `${hide} && ${script}`],
      {
        timeout: 60_000,
      },
    );
    expect(stdout).toBe('42\n');
  });
});

describe.each(MECHANISMS)('an interpreter in a project folder, by %s', (mechanism) => {
  it('shows programs its libraries, nothing else of the project, and says so', async () => {
    const project = folder();
    writeFileSync(join(project, '.env'), 'KEY=secret');
    mkdirSync(join(project, 'src'));
    writeFileSync(join(project, 'src', 'answers.py'), 'answers = "secret"');
    // A project that is its own virtual environment, with a package that is installed to be edited.
    execFileSync(systemPython, ['-m', 'venv', '--without-pip', project]);
    const [lib] = readdirSync(join(project, 'lib'));
    const packages = join(project, 'lib', lib!, 'site-packages');
    writeFileSync(join(packages, 'editable.pth'), `${join(project, 'src')}\n`);
    writeFileSync(join(packages, 'library.py'), 'value = 42');
    const sandbox = await createLocalSandbox({
      concurrency: 1,
      isolation: 'full',
      mechanisms: [mechanism],
      python: join(project, 'bin', 'python3'),
    });
    const look = `
import os
import library
seen = []
for top, folders, files in os.walk('${project}'):
    seen += [os.path.join(top, name) for name in files]
    for name in files:
        if name in ('.env', 'answers.py', 'activate'): print('HARM', name)
library.value`;
    const result = await sandbox.run({ code: look });
    await sandbox.close();
    expect(result).toMatchObject({ kind: 'ok', stdout: '', value: '42' });
    expect(sandbox.isolation.level).toBe('full');
    expect(sandbox.isolation.missing.join()).toContain(join(project, 'src'));
  });
});
