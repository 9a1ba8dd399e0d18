import { objectiveSchema } from '../../../../src/objective/compat.js';

/** The parts of a zod schema that are walked here. */
interface Schema {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly innerType?: Schema;
      readonly out?: Schema;
      readonly options?: readonly Schema[];
      readonly shape?: { readonly [name: string]: Schema };
      readonly values?: readonly unknown[];
      readonly entries?: { readonly [name: string]: unknown };
    };
  };
}

/**
 * Every option that an objective can have, read from its schema: `loss.clip.clipLow`, `aggregation.token-mean.scale`,
 * `kl.kind=k1`, … Alternatives of a union go by their `kind`; a name among several is an option of its own.
 */
export function objectiveOptions(): string[] {
  return [...optionsOf(objectiveSchema, '')];
}

function* optionsOf(schema: Schema, path: string): Generator<string> {
  const { type, innerType, out, options, shape, values, entries } = schema._zod.def;
  if (innerType !== undefined) yield* optionsOf(innerType, path);
  else if (type === 'pipe') yield* optionsOf(out!, path);
  else if (type === 'union' && options!.every((option) => option._zod.def.shape !== undefined))
    for (const option of options!) yield* alternatives(option, path);
  else if (shape !== undefined)
    for (const [name, member] of Object.entries(shape))
      yield* optionsOf(member, path === '' ? name : `${path}.${name}`);
  else if (type === 'enum') for (const name of Object.keys(entries!)) yield `${path}=${name}`;
  else if (type !== 'literal' || values!.length > 1) yield path;
}

function* alternatives(schema: Schema, path: string): Generator<string> {
  const { kind, ...rest } = schema._zod.def.shape!;
  const { values, entries } = kind!._zod.def;
  for (const name of (values as string[] | undefined) ?? Object.keys(entries!)) {
    yield `${path}.${name}`;
    for (const [option, member] of Object.entries(rest)) yield* optionsOf(member, `${path}.${name}.${option}`);
  }
}
