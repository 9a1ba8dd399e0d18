import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SandboxError } from '../../../src/base/index.js';
import type { AgentContext } from '../../../src/gateway/index.js';
import { commandAgent, type CommandAgentOptions, type CommandResult } from '../../../src/gateway/command-agent.js';
import { ROOT } from '../../integration/node-process.js';

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'command-agent-')));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const task = {
  id: 'sum',
  rolloutId: 'sum/0',
  messages: [{ role: 'user' as const, content: 'What is 40 + 2?' }],
  text: 'What is 40 + 2?',
  metadata: { answer: 42 },
};
let sessions = 0;

function contextOf(signal: AbortSignal = new AbortController().signal) {
  const url = 'http://127.0.0.1:1/s/a';
  const apiKey = `key-${process.pid}-${sessions++}`;
  const setApart = vi.fn<(reason: string) => void>();
  const addresses = { openai: { baseURL: `${url}/v1`, apiKey }, anthropic: { baseURL: url, apiKey } };
  return { context: { task, signal, setApart, ...addresses } as unknown as AgentContext, setApart, apiKey };
}

/** Runs a program, and gives what `outcome` was given. */
async function run(command: readonly string[], options: Partial<CommandAgentOptions> = {}): Promise<CommandResult> {
  let seen: CommandResult | undefined;
  const outcome = (result: CommandResult) => void (seen = result);
  await commandAgent({ command, outcome, ...options })(contextOf().context);
  return seen!;
}

const node = (script: string) => [process.execPath, '-e', script];
const sh = (script: string) => ['sh', '-c', script];

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    // A process that nobody has asked about yet is there, and has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** @returns The process id in a file that a program writes. */
async function pidIn(name: string): Promise<number> {
  const path = join(folder, name);
  await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toMatch(/^\d+\n$/), 10_000);
  return Number(readFileSync(path, 'utf8'));
}

describe('the program of commandAgent', { timeout: 30_000 }, () => {
  it('reads its task as a line of JSON', async () => {
    const { stdout } = await run(['cat']);
    expect(stdout).toBe(`${JSON.stringify(task)}\n`);
  });

  it('reads what `input` makes of the task', async () => {
    expect((await run(['cat'], { input: ({ text }) => text })).stdout).toBe('What is 40 + 2?');
  });

  it('gets the addresses of its rollout, variables of the caller, PATH, and no key of this process', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'of the parent');
    vi.stubEnv('ANTHROPIC_API_KEY', 'of the parent');
    vi.stubEnv('HF_TOKEN', 'of the parent');
    vi.stubEnv('HTTP_PROXY', 'http://proxy:3128');
    const { context, apiKey } = contextOf();
    let printed = '';
    const env = { MODEL: 'small', OPENAI_BASE_URL: 'http://elsewhere', TERM: undefined, NO_PROXY: 'inside' };
    await commandAgent({
      command: node('console.log(JSON.stringify(process.env))'),
      env,
      outcome: ({ stdout }) => void (printed = stdout),
    })(context);
    const noProxy = '127.0.0.1,localhost,::1,inside';
    expect(printed).not.toContain('of the parent');
    const { PATH, HOME, ...others } = JSON.parse(printed) as Record<string, string>;
    expect([PATH, HOME]).toEqual([process.env['PATH'], process.env['HOME']]);
    expect(others).toMatchObject({
      OPENAI_BASE_URL: 'http://127.0.0.1:1/s/a/v1',
      OPENAI_API_KEY: apiKey,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/s/a',
      ANTHROPIC_AUTH_TOKEN: apiKey,
      CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
      MODEL: 'small',
      NO_PROXY: noProxy,
      no_proxy: noProxy,
    });
    expect(Object.keys(others)).not.toContain('HTTP_PROXY');
    expect(Object.keys(others)).not.toContain('TERM');
  });

  it('runs in the folder that `cwd` names, or makes of the task', async () => {
    expect((await run(['pwd'], { cwd: folder })).stdout).toBe(`${folder}\n`);
    expect((await run(['pwd'], { cwd: ({ id }) => Promise.resolve(id === 'sum' ? folder : '/') })).stdout).toBe(
      `${folder}\n`,
    );
  });

  it('need not read its task', async () => {
    const input = () => 'x'.repeat(10_000_000);
    expect((await run(sh('exec 0<&-; echo done'), { input })).stdout).toBe('done\n');
  });

  it('may write without end: the beginning and the end are kept, and how much is missing is said', async () => {
    const { stdout, stderr } = await run(
      node(
        'const x = "x".repeat(2 ** 20); process.stdout.write("begin" + x + x + x + x + "end"); console.error("short")',
      ),
    );
    expect(stdout.length).toBeLessThan(2 ** 21 + 100);
    expect(stdout).toMatch(/^begin/);
    expect(stdout).toMatch(/end$/);
    expect(stdout).toContain(`x\n[… ${4 * 2 ** 20 + 8 - 2 ** 21} bytes dropped …]\nx`);
    expect(stderr).toBe('short\n');
  });
});

describe('the outcome of commandAgent', { timeout: 30_000 }, () => {
  it('is left to the reward function of the run, whatever the program writes', async () => {
    const agent = commandAgent({ command: sh('echo \'{"reward": 1}\'') });
    expect(await agent(contextOf().context)).toBeUndefined();
  });

  it('is what `outcome` makes of the exit code, the signal and the outputs', async () => {
    const outcome = vi.fn(() => ({ reward: 0.25 }));
    const agent = commandAgent({ command: sh('echo out; echo err >&2; exit 7'), outcome });
    expect(await agent(contextOf().context)).toEqual({ reward: 0.25 });
    expect(outcome).toHaveBeenCalledExactlyOnceWith({
      exitCode: 7,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      task,
    });
    expect(await run(sh('kill -KILL $$'))).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it('is an error with the end of standard error where the exit code is not 0', async () => {
    const { context, setApart } = contextOf();
    await expect(
      commandAgent({ command: node('console.error("x".repeat(9000) + "broken"); process.exit(3)') })(context),
    ).rejects.toThrow(/^the program ended with exit code 3: x{1994}broken$/);
    await expect(commandAgent({ command: sh('kill $$') })(context)).rejects.toThrow('the program ended with SIGTERM');
    expect(setApart).not.toHaveBeenCalled();
  });
});

describe('the processes of commandAgent', { timeout: 30_000 }, () => {
  it('end when the rollout is cut, grandchildren too, also those that ignore SIGTERM', async () => {
    const stop = new AbortController();
    const { context } = contextOf(stop.signal);
    const script = `(trap '' TERM; sh -c 'echo $$ > deaf; while :; do sleep 0.1; done') & sleep 1000 & echo $! > child; echo $$ > leader; wait`;
    const running = commandAgent({ command: sh(script), cwd: folder })(context);
    const pids = [await pidIn('leader'), await pidIn('child'), await pidIn('deaf')];
    expect(pids.map(isRunning)).toEqual([true, true, true]);
    stop.abort(new Error('cut'));
    await expect(running).rejects.toThrow('cut');
    expect(pids.map(isRunning)).toEqual([false, false, false]);
  });

  it('have the time to end by themselves', async () => {
    const stop = new AbortController();
    const script = `trap 'echo ended > farewell; exit 0' TERM; echo $$ > polite; while :; do sleep 0.05; done`;
    const running = commandAgent({ command: sh(script), cwd: folder })(contextOf(stop.signal).context);
    await pidIn('polite');
    stop.abort(new Error('cut'));
    await expect(running).rejects.toThrow('cut');
    expect(readFileSync(join(folder, 'farewell'), 'utf8')).toBe('ended\n');
  });

  it('end with the program, also those that keep its output open', async () => {
    const { exitCode, stdout } = await run(sh('sleep 1000 & echo $! > outlived; echo ran'), { cwd: folder });
    expect([exitCode, stdout]).toEqual([0, 'ran\n']);
    expect(isRunning(await pidIn('outlived'))).toBe(false);
  });

  it('end with the program where they left its group', async () => {
    await run(sh(`setsid sh -c 'echo $$ > escaped; exec sleep 1000' & while [ ! -s escaped ]; do sleep 0.05; done`), {
      cwd: folder,
    });
    expect(isRunning(await pidIn('escaped'))).toBe(false);
  });

  it('are not started when the rollout is over before', async () => {
    const { context } = contextOf(AbortSignal.abort(new Error('over')));
    await expect(commandAgent({ command: sh('echo 1 > started'), cwd: folder })(context)).rejects.toThrow('over');
    expect(() => readFileSync(join(folder, 'started'))).toThrow('ENOENT');
  });

  it('end when the process that started them is killed', async () => {
    const program = join(folder, 'parent.ts');
    const source = JSON.stringify(join(ROOT, 'src/gateway/command-agent.ts'));
    const command = sh('trap "" TERM; echo $$ > orphan; while :; do sleep 0.1; done');
    writeFileSync(
      program,
      `import { commandAgent } from ${source};
       const session = { baseURL: 'http://127.0.0.1:1', apiKey: 'k' };
       const context = { task: {}, openai: session, anthropic: session, signal: new AbortController().signal };
       void commandAgent(${JSON.stringify({ command, cwd: folder })})(context as never);`,
    );
    const parent = spawn(process.execPath, ['--import', 'tsx', program], { cwd: ROOT, stdio: 'inherit' });
    const pid = await pidIn('orphan');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 10_000);
  });
});

describe('a program that cannot be started', () => {
  it.each([
    [['no-such-program'], 'expected a program that can be run in PATH, got "no-such-program"'],
    [['./no-such-program'], 'expected a program that can be run, got "./no-such-program"'],
    [[tmpdir()], `expected a program that can be run, got ${JSON.stringify(tmpdir())}`],
  ])('%j is refused before any rollout', (command, message) => {
    expect(() => commandAgent({ command })).toThrow(new RangeError(`options.command.0: ${message}`));
  });

  it('sets the rollout apart', async () => {
    const missing = { command: ['./no-such-program'], cwd: () => folder };
    const { context, setApart } = contextOf();
    expect(await commandAgent(missing)(context)).toBeUndefined();
    expect(setApart).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('cannot start ./no-such-program: '));
  });

  it('is told apart from a folder that is not there', async () => {
    const { context, setApart } = contextOf();
    await commandAgent({ command: ['true'], cwd: () => '/nowhere' })(context);
    expect(setApart).toHaveBeenCalledExactlyOnceWith('commandAgent: cannot start true: there is no folder /nowhere');
  });

  it('is not the only thing that may be down: an ExternalError of `outcome` sets the rollout apart', async () => {
    const { context, setApart } = contextOf();
    const outcome = () => Promise.reject(new SandboxError('the sandbox is down'));
    await commandAgent({ command: ['true'], outcome })(context);
    expect(setApart).toHaveBeenCalledExactlyOnceWith('the sandbox is down');
  });
});

describe('the options of commandAgent', () => {
  it.each([
    [undefined, 'options: '],
    [{}, 'options.command: '],
    [{ command: [] }, 'options.command: '],
    [{ command: 'claude -p' }, 'options.command: '],
    [{ command: ['true'], cwd: 1 }, 'options.cwd: '],
    [{ command: ['true'], env: { A: 1 } }, 'options.env.A: '],
    [{ command: ['true'], outcome: 1 }, 'options.outcome: '],
    [{ command: ['true'], shell: true }, 'options: '],
  ])('%j are refused', (options, message) => {
    expect(() => commandAgent(options as unknown as CommandAgentOptions)).toThrow(message);
  });
});
