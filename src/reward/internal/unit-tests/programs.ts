import { readText } from './python-files.js';

/** Modules of the two programs; the last is begun with. */
const MODULES = {
  judge: [
    'rstar2_plain_data',
    'rstar2_transcript',
    'rstar2_guess',
    'rstar2_proxies',
    'rstar2_comparison',
    'rstar2_answers',
    'rstar2_checks',
    'rstar2_report',
    'rstar2_collect',
    'rstar2_unsupported',
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
  const texts = modules.map((name) => `"${name}": r'''${readText(`${name}.py`)}''',\n`);
  const program = `${FINDER}sys.meta_path.insert(0, Texts({\n${texts.join('')}}))\nimport ${modules.at(-1)}\n${modules.at(-1)}.main()\n`;
  programs.set(side, program);
  return program;
}

/** Compiling takes much of a run's time: a module that is not needed is not compiled. */
const FINDER = `import sys
from importlib.machinery import ModuleSpec

class Texts:
    def __init__(self, texts):
        self.texts = texts

    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name in self.texts else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(self.texts[module.__name__], module.__name__ + ".py", "exec"), module.__dict__)

`;
