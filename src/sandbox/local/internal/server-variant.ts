import type { SandboxCall } from '../../../base/index.js';

/**
 * Which kind of fork server a call needs.
 *
 * A fork costs in proportion to the memory of the server, so what most programs import is in the light one, and a big
 * library is only in the servers of the programs that name it. Hash seeds are fixed when an interpreter starts, so
 * calls that must repeat themselves have servers of their own.
 */
export interface ServerVariant {
  /** The big libraries that are loaded, in the order of {@link HEAVY_MODULES}. */
  readonly libraries: readonly string[];
  readonly deterministic: boolean;
}

/** Standard modules that programs most often import: loaded before the fork, they cost a call nothing. */
export const LIGHT_MODULES: readonly string[] = [
  ...['math', 'cmath', 'itertools', 'functools', 'operator', 'collections', 'heapq', 'bisect', 'string', 're', 'copy'],
  ...['fractions', 'decimal', 'random', 'statistics', 'datetime', 'time', 'typing', 'dataclasses', 'json', 'unittest'],
];

/** Libraries worth a server of their own, where they are installed. */
export const HEAVY_MODULES: readonly string[] = ['numpy', 'sympy', 'scipy', 'mpmath', 'pandas', 'networkx'];

/** What a library brings along, so that it need not be named beside it. */
const BRINGS: Readonly<Record<string, readonly string[]>> = {
  sympy: ['mpmath'],
  scipy: ['numpy'],
  pandas: ['numpy'],
};

/** Imports beyond so much text are not looked for: such a program loads its libraries itself. */
const MOST_CHARACTERS = 256 * 1024;

/**
 * @returns A function that says which variant a call needs, given the big libraries that are installed here. It takes
 *   time in proportion to the text at most, whatever the text is.
 */
export function variantOf(installed: readonly string[]): (call: SandboxCall) => ServerVariant {
  const patterns = installed.map((name) => [name, new RegExp(`\\b${name}\\b`)] as const);
  const librariesOf = (code: string): readonly string[] => {
    const imports = importsIn(code.slice(0, MOST_CHARACTERS));
    const found = patterns.filter(([, pattern]) => pattern.test(imports)).map(([name]) => name);
    const brought = new Set(found.flatMap((name) => BRINGS[name] ?? NONE));
    return found.filter((name) => !brought.has(name));
  };
  return (call) => ({
    libraries: installed.length > 0 && call.language !== 'cpp' ? librariesOf(call.code) : NONE,
    deterministic: call.deterministic === true,
  });
}

/** @returns What stands behind `import` or `from` in each statement. */
function importsIn(code: string): string {
  // Statement by statement: one expression for all would try every word of a line as the beginning of its end.
  const behind = code.split(/[\n;]/).flatMap((statement) => {
    const at = statement.search(/\b(?:import|from)\b/);
    return at === -1 ? NONE : [statement.slice(at)];
  });
  return behind.join('\n');
}

const NONE: readonly string[] = [];
