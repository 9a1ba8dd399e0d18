import { checkItems, demonstrationsOf, heldOutOf, problemsOf } from './sources.js';
import type { Recipe } from '../../stages/recipe.js';
import type { DataSource, RunOptions } from '../run-options.js';

/** @throws RangeError for problems, demonstrations or a tool that a recipe names and the run does not have. */
export function checkNames({ stages, evaluation }: Recipe, { problems, demonstrations, tools = [] }: RunOptions): void {
  const sources = (option: 'problems' | 'demonstrations', name: string, who: string) => {
    const there: { readonly [name: string]: DataSource<unknown> } = { problems, demonstrations: demonstrations ?? {} }[
      option
    ];
    check(option, Object.keys(there), name, who);
    const source = there[name]!;
    if (typeof source !== 'function') checkItems(`options.${option}.${name}`, source);
  };
  for (const stage of stages) {
    const who = `stage ${stage.name}`;
    if (stage.kind === 'sft') sources('demonstrations', demonstrationsOf(stage), who);
    else sources('problems', problemsOf(stage), who);
    const asked = stage.kind === 'rl' ? (stage.tools ?? []) : [];
    const there = tools.map(({ name }) => name);
    for (const tool of asked) check('tools', there, tool, who);
  }
  if (evaluation !== undefined) sources('problems', heldOutOf(evaluation), 'evaluation');
}

function check(option: string, there: readonly string[], name: string, who: string): void {
  if (!there.includes(name))
    throw new RangeError(
      `options.${option}: expected ${name}, which ${who} asks for, got ${there.join(', ') || 'none'}`,
    );
}
