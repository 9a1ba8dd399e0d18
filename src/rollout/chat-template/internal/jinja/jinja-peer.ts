/** A value of the peer's interpreter: `type` says which, and lists and objects hold further ones. */
export interface JinjaValue {
  readonly type: string;
  value: unknown;
}

/** A node of a parsed template, as the peer has it: plain data. */
export interface JinjaNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface JinjaEnvironment {
  set(name: string, value: unknown): JinjaValue;
}

/** What we use of `@huggingface/jinja`. */
export interface JinjaPeer {
  readonly Template: new (source: string) => { readonly parsed: JinjaNode };
  readonly Environment: new () => JinjaEnvironment;
  readonly Interpreter: new (environment: JinjaEnvironment) => {
    evaluate(node: JinjaNode | undefined, environment: JinjaEnvironment): JinjaValue;
    run(program: JinjaNode): JinjaValue;
  };
}

export const isList = ({ type }: JinjaValue): boolean => type === 'ArrayValue' || type === 'TupleValue';

export const isFunction = ({ type }: JinjaValue): boolean => type === 'FunctionValue';

export const isText = (value: JinjaValue): value is JinjaValue & { value: string } => value.type === 'StringValue';

/** @returns What a list, an object or a name space holds; undefined for what holds nothing. */
export function innerValues({ value }: JinjaValue): Iterable<JinjaValue> | undefined {
  if (Array.isArray(value)) return value as JinjaValue[];
  return value instanceof Map ? (value as Map<string, JinjaValue>).values() : undefined;
}
