import { show } from '../../../base/internal/index.js';
import type { JsonValue } from '../../../base/index.js';
import type { Recipe } from '../../stages/recipe.js';

/**
 * @param path - Of both, for the message.
 * @returns Where two values of plain JSON first differ, whatever the order of their keys: `seed: "1", not "2"`; undefined where
 *   they are equal.
 */
export function difference(there: JsonValue | undefined, here: JsonValue | undefined, path = ''): string | undefined {
  if (hasMembers(there) && hasMembers(here) && Array.isArray(there) === Array.isArray(here)) {
    for (const key of new Set([...Object.keys(there), ...Object.keys(here)])) {
      const found = difference(there[key], here[key], path === '' ? key : `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return there === here ? undefined : `${path}: ${show(there)}, not ${show(here)}`;
}

function hasMembers(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null;
}

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
  const changed = structuredClone(found) as FoundConfiguration | null;
  const last = changed?.recipe?.stages?.[stages.length - 1];
  const length = stage.kind === 'rl' ? last?.until : last;
  const unit = stage.kind === 'rl' || stage.steps !== undefined ? 'steps' : 'epochs';
  const [from, to] = [length?.[unit], stage.kind === 'rl' ? stage.until.steps : stage[unit]!];
  if (length === undefined || typeof from !== 'number' || to <= from) return undefined;
  length[unit] = to;
  return difference(changed as JsonValue, wanted) === undefined ? { stage: stage.name, from, to } : undefined;
}

/** A configuration as a file holds it: every part may be missing, or something else. */
interface FoundConfiguration {
  readonly recipe?: { readonly stages?: readonly (StageLength & { readonly until?: StageLength })[] };
}

interface StageLength {
  steps?: unknown;
  epochs?: unknown;
}
