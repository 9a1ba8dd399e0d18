import type { Recipe } from '../../stages/recipe.js';
import type { DataSource, RunOptions } from '../run-options.js';
import { checkItems } from '../../internal/check-items.js';
import { demonstrationsOf, heldOutOf, problemsOf } from './sources.js';

/** @throws RangeError for problems, demonstrations or a tool that a recipe names and the run does not have. */
export function checkNames({ stages, evaluation }: Recipe, options: RunOptions): void {
  const { problems, demonstrations = {}, tools = [] } = options;
  const toolNames = tools.map(({ name }) => name);
  for (const stage of stages) {
    const who = `stage ${stage.name}`;
    if (stage.kind === 'sft') checkSource('demonstrations', demonstrations, demonstrationsOf(stage), who);
    else {
      checkSource('problems', problems, problemsOf(stage), who);
      for (const tool of stage.tools ?? []) checkName('tools', toolNames, tool, who);
    }
  }
  if (evaluation !== undefined) checkSource('problems', problems, heldOutOf(evaluation), 'evaluation');
}

function checkSource(
  option: string,
  sources: { readonly [name: string]: DataSource<unknown> },
  name: string,
  who: string,
): void {
  checkName(option, Object.keys(sources), name, who);
  const source = sources[name]!;
  if (typeof source !== 'function') checkItems(`options.${option}.${name}`, source);
}

function checkName(option: string, there: readonly string[], name: string, who: string): void {
  if (there.includes(name)) return;
  const got = there.join(', ') || 'none';
  throw new RangeError(`options.${option}: expected ${name}, which ${who} asks for, got ${got}`);
}
