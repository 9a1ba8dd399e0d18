import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT, UsageError, write, type CommandIo, type CommandRow } from './command.js';
import { COMMANDS } from './commands.js';

/**
 * Runs one command line.
 *
 * @param argv - What follows `rstar2-agent`.
 * @returns The exit code: 0, 1 for a failure, 2 for wrong usage, 130 when interrupted.
 */
export async function runCli(
  argv: readonly string[],
  io: CommandIo,
  commands: readonly CommandRow[] = COMMANDS,
): Promise<number> {
  const found = findCommand(argv, commands);
  try {
    return await dispatch(argv, found, io, commands);
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    const prefix = found === undefined ? 'rstar2-agent' : `rstar2-agent ${found.name}`;
    const { errorMessage, visibleText } = await import('../base/internal/index.js');
    // A failure is one line, also where it quotes a file.
    const message = errorMessage(error)
      .split(/\s*\n\s*/)
      .join(' ');
    const usage = error instanceof UsageError;
    await write(io.stderr, `${prefix}: ${visibleText(message)}\n${usage ? `See ${prefix} --help.\n` : ''}`);
    return usage ? EXIT.usage : EXIT.failure;
  }
}

async function dispatch(
  argv: readonly string[],
  command: CommandRow | undefined,
  io: CommandIo,
  commands: readonly CommandRow[],
): Promise<number> {
  const [first, ...rest] = argv;
  if (command !== undefined) {
    const after = argv.slice(command.name.split(' ').length);
    const loaded = await command.load();
    if (!asksForHelp(after)) return loaded.run(after, io);
    await write(io.stdout, `${loaded.help.trim()}\n`);
    return EXIT.ok;
  }
  if (first === '--version' || first === '-v') {
    await write(io.stdout, `${packageVersion()}\n`);
    return EXIT.ok;
  }
  if (first === undefined || first === 'help' || asksForHelp([first])) {
    const asked = first === 'help' ? rest : [];
    const topic = findCommand(asked, commands);
    const group = asked.length === 0 ? commands : commandsBelow(asked[0]!, commands);
    if (topic === undefined && (group.length === 0 || asked.length > 1)) throw await unknownCommand(asked, commands);
    await write(io.stdout, topic === undefined ? overview(group) : `${(await topic.load()).help.trim()}\n`);
    return EXIT.ok;
  }
  const below = commandsBelow(first, commands);
  if (below.length > 0 && asksForHelp(rest)) {
    await write(io.stdout, overview(below));
    return EXIT.ok;
  }
  throw await unknownCommand(argv, commands);
}

/** The commands of two words whose first is this one. */
function commandsBelow(first: string, commands: readonly CommandRow[]): readonly CommandRow[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

/** The command with the longest name that the arguments start with. */
function findCommand(argv: readonly string[], commands: readonly CommandRow[]): CommandRow | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((word, i) => word === argv[i]))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? undefined : end).some((argument) => argument === '--help' || argument === '-h');
}

async function unknownCommand(argv: readonly string[], commands: readonly CommandRow[]): Promise<UsageError> {
  const { didYouMean } = await import('../base/internal/index.js');
  /** The two words of a subcommand, or one, may be mistyped. */
  const meantBy = (typed: readonly string[], names: readonly string[]) => {
    const words = typed.filter((word) => !word.startsWith('-'));
    return didYouMean(words.slice(0, 2).join(' '), names) || didYouMean(words[0] ?? '', names);
  };
  const [first = ''] = argv;
  const below = commandsBelow(first, commands).map(({ name }) => name);
  if (below.length > 0) return new UsageError(`${first}: expected ${list(below)}${meantBy(argv.slice(0, 2), below)}`);
  if (first.startsWith('-'))
    return new UsageError(`unknown option ${first}${didYouMean(first, ['--help', '--version'])}`);
  const names = commands.map(({ name }) => name);
  return new UsageError(`unknown command ${JSON.stringify(first)}: expected ${list(names)}${meantBy(argv, names)}`);
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function overview(commands: readonly CommandRow[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `rstar2-agent: train and evaluate agents with GRPO-RoC

Usage: rstar2-agent COMMAND [OPTIONS]

Commands:
${rows.join('\n')}

Options:
  -h, --help     Show this, or the help of a command: rstar2-agent ${commands[0]!.name} --help
  -v, --version  Show the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
`;
}

/** @returns The version in the package's own `package.json`, found upwards from here. */
function packageVersion(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readManifest(join(folder, 'package.json'));
    if (manifest?.name === 'rstar2-agent' && manifest.version !== undefined) return manifest.version;
  }
  return 'unknown';
}

function readManifest(path: string): { readonly name?: string; readonly version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
  } catch {
    return undefined;
  }
}
