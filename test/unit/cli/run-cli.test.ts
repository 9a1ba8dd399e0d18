import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/command.js';
import type { Command, CommandRow } from '../../../src/cli/command.js';
import { COMMANDS } from '../../../src/cli/commands.js';
import { write } from '../../../src/cli/command.js';
import { runCommandLine } from './run.js';

const command = (name: string, run: Command['run']): CommandRow => ({
  name,
  summary: `does ${name}`,
  load: () => Promise.resolve({ help: `${name} help`, run }),
});
const commands = [
  command('echo', async (argv, io) => {
    await write(io.stdout, argv.join(' '));
    return 0;
  }),
  command('sandbox serve', () => Promise.resolve(3)),
  command('sandbox worker', () => Promise.reject(new Error('no Redis'))),
  command('strict', () => Promise.reject(new UsageError('--port: expected a number'))),
];

describe('the command line', () => {
  it('runs the command and gives it what follows its name', async () => {
    expect(await runCommandLine(['echo', 'a', '--b'], { commands })).toEqual({ code: 0, stdout: 'a --b', stderr: '' });
    expect((await runCommandLine(['sandbox', 'serve'], { commands })).code).toBe(3);
  });

  it('lists the commands on --help, on help and without arguments', async () => {
    for (const argv of [['--help'], ['-h'], ['help'], []]) {
      const { code, stdout } = await runCommandLine(argv, { commands });
      expect(code).toBe(0);
      for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
    }
  });

  it('shows a command’s help wherever it is asked for, except behind --', async () => {
    for (const argv of [
      ['sandbox', 'serve', '--help'],
      ['help', 'sandbox', 'serve'],
      ['sandbox', 'serve', 'x', '-h'],
    ]) {
      expect(await runCommandLine(argv, { commands })).toMatchObject({ code: 0, stdout: 'sandbox serve help\n' });
    }
    expect((await runCommandLine(['echo', '--', '--help'], { commands })).stdout).toBe('-- --help');
  });

  it('names the command that a mistyped one was meant to be', async () => {
    const typed = async (...argv: string[]) => (await runCommandLine(argv, { commands })).stderr.split('\n')[0];
    expect(await typed('ehco')).toMatch(/; did you mean echo\?$/);
    expect(await typed('sandbox', 'sevre')).toMatch(/; did you mean sandbox serve\?$/);
    expect(await typed('sandbx', 'worker', '--port', '1')).toMatch(/; did you mean sandbox worker\?$/);
    expect(await typed('quite-another')).not.toContain('did you mean');
  });

  it('lists the commands of a group', async () => {
    for (const argv of [
      ['sandbox', '--help'],
      ['help', 'sandbox'],
    ]) {
      const { code, stdout } = await runCommandLine(argv, { commands });
      expect(code).toBe(0);
      expect(stdout).toContain('  sandbox serve ');
      expect(stdout).not.toContain('  echo ');
    }
  });

  it.each(COMMANDS)('shows the help of $name and exits with 0', async ({ name, load }) => {
    const { help } = await load();
    expect(await runCommandLine([...name.split(' '), '--help'])).toEqual({
      code: 0,
      stdout: `${help.trim()}\n`,
      stderr: '',
    });
  });

  it('shows the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runCommandLine(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [['ecko'], 'rstar2-agent: unknown command "ecko": expected echo, sandbox serve, sandbox worker or strict'],
    [['sandbox'], 'rstar2-agent: sandbox: expected sandbox serve or sandbox worker'],
    [['sandbox', 'srve'], 'rstar2-agent: sandbox: expected sandbox serve or sandbox worker'],
    [['--verbose'], 'rstar2-agent: unknown option --verbose'],
    [['help', 'ecko'], 'rstar2-agent: unknown command "ecko"'],
    [['strict'], 'rstar2-agent strict: --port: expected a number'],
  ])('exits with 2 and says what was expected for %j', async (argv, message) => {
    const { code, stdout, stderr } = await runCommandLine(argv, { commands });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).toContain('--help');
  });

  it('exits with 1 when a command fails', async () => {
    const run = await runCommandLine(['sandbox', 'worker'], { commands });
    expect(run).toEqual({ code: 1, stdout: '', stderr: 'rstar2-agent sandbox worker: no Redis\n' });
  });

  it('exits with 130 when interrupted', async () => {
    const failing = command('wait', (_argv, { signal }) => Promise.reject(signal.reason as Error));
    const run = await runCommandLine(['wait'], { commands: [failing], signal: AbortSignal.abort() });
    expect(run).toEqual({ code: 130, stdout: '', stderr: '' });
  });

  it('teaches: every command has a summary of one line, and help with its usage, its options and its exit codes', async () => {
    for (const { name, summary, load } of COMMANDS) {
      const { help } = await load();
      expect(summary).toMatch(/^[A-Z][^\n]{10,70}$/);
      expect(help).toContain(`rstar2-agent ${name}`);
      for (const section of ['Usage:', 'Options:', 'Exit codes:', '--help']) expect(help).toContain(section);
    }
  });
});
