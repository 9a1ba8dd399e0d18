import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Reads the options of a benchmark; call it before any work. `--help` prints the comment at the top of the script and its options; an
 * unknown option is refused. Both end the process.
 */
export function benchOptions<const C extends ParseArgsConfig>(config: C = {} as C): ReturnType<typeof parseArgs<C>> {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const { values, positionals } = parseArgs({ ...config, options });
    const { help, ...own } = values as { readonly help?: boolean };
    if (help !== true) return { values: own, positionals } as ReturnType<typeof parseArgs<C>>;
    console.log(usage(options));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
  process.exit(0);
}

function usage(options: NonNullable<ParseArgsConfig['options']>): string {
  const [, comment] = /\/\*\*\n([\s\S]*?)\n \*\//.exec(readFileSync(process.argv[1]!, 'utf8')) ?? [];
  const about = comment?.replace(/^ \* ?/gm, '');
  const lines = Object.entries(options).map(([name, option]) => {
    const fallback = 'default' in option ? ` (default ${JSON.stringify(option.default)})` : '';
    return `  --${name}${option.type === 'string' ? ' VALUE' : ''}${fallback}`;
  });
  return [about, ...lines].filter((line) => line !== undefined).join('\n');
}
