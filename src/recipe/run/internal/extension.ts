import type { JsonValue } from '../../../base/index.js';
import type { Recipe, Stage } from '../../stages/recipe.js';
import { difference } from './difference.js';

/** More steps for the last stage of a run. */
export interface Extension {
  readonly stage: string;
  /** Steps, or epochs, as the recipe says them. */
  readonly from: number;
  readonly to: number;
}

/**
 * @param found - The configuration that the run's directory has.
 * @param wanted - The one that the run is opened with now.
 * @returns What differs, where that is more steps for the last stage and nothing else.
 */
export function extensionOf(found: JsonValue, wanted: JsonValue, { stages }: Recipe): Extension | undefined {
  const stage = stages.at(-1)!;
  const path = pathOfLength(stage);
  const last = ['recipe', 'stages', String(stages.length - 1), ...path];
  const [from, to] = [valueAt(found, last), valueAt(wanted, last)];
  if (typeof from !== 'number' || typeof to !== 'number' || to <= from) return undefined;
  const isSameElse = difference(withValue(found, last, to), wanted) === undefined;
  return isSameElse ? { stage: stage.name, from, to } : undefined;
}

function pathOfLength(stage: Stage): readonly string[] {
  if (stage.kind === 'rl') return ['until', 'steps'];
  return [stage.steps === undefined ? 'epochs' : 'steps'];
}

function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return key === undefined ? value : undefined;
  return valueAt((value as { readonly [key: string]: JsonValue })[key], rest);
}

function withValue(value: JsonValue, path: readonly string[], replacement: JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  const members = value as { readonly [key: string]: JsonValue };
  const changed = { [key]: withValue(members[key]!, rest, replacement) };
  return Array.isArray(value) ? Object.assign([...(value as JsonValue[])], changed) : { ...members, ...changed };
}
