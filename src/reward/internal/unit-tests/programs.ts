import { readPython } from './python-files.js';

/** Modules of the two programs, each after those that it imports. */
const MODULES = {
  judge: [
    'rstar2_plain_data',
    'rstar2_transcript',
    'rstar2_guess',
    'rstar2_proxies',
    'rstar2_checks',
    'rstar2_report',
    'rstar2_collect',
    'rstar2_faults',
    'rstar2_judge',
  ],
  solution: ['rstar2_plain_data', 'rstar2_solution'],
} as const;

const programs = new Map<string, string>();

/** @returns One Python program of several modules: a sandbox is handed one text. */
export function programOf(side: keyof typeof MODULES): string {
  const known = programs.get(side);
  if (known !== undefined) return known;
  const modules = MODULES[side];
  const parts = modules.map((name) => `load("${name}", r'''${readPython(name)}''')`);
  const program = `${LOAD}${parts.join('\n')}\nsys.modules["${modules.at(-1)}"].main()\n`;
  programs.set(side, program);
  return program;
}

const LOAD = `import sys

def load(name, text):
    module = sys.modules[name] = type(sys)(name)
    exec(compile(text, name + ".py", "exec"), module.__dict__)

`;
