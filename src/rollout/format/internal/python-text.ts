import { PythonFloat, isNotedFloat } from '../../../base/internal/index.js';

/** A value of the peer's, as much of it as is read here. */
export interface PeerValue {
  readonly type: string;
  readonly value: unknown;
}

/** @returns What Python's `str` makes of a value; nothing of one that is absent, as in Jinja. */
export function pythonText({ type, value }: PeerValue): string {
  switch (type) {
    case 'StringValue':
      return value as string;
    case 'NullValue':
      return 'None';
    case 'UndefinedValue':
      return '';
    default:
      return pythonRepr({ type, value });
  }
}

function pythonRepr({ type, value }: PeerValue): string {
  switch (type) {
    case 'StringValue':
      return quoted(value as string);
    case 'NullValue':
      return 'None';
    case 'BooleanValue':
      return value === true ? 'True' : 'False';
    case 'FloatValue':
      return new PythonFloat(Number(value)).toString();
    case 'ArrayValue':
      return `[${(value as PeerValue[]).map(pythonRepr).join(', ')}]`;
    case 'TupleValue':
      return `(${(value as PeerValue[]).map(pythonRepr).join(', ')})`;
    case 'ObjectValue':
      return `{${[...(value as Map<string, PeerValue>)].map(([key, item]) => `${quoted(key)}: ${pythonRepr(item)}`).join(', ')}}`;
    default:
      return String(value);
  }
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
  return quote + escaped + quote;
}

/** Puts floats of the peer's in the place of the whole numbers that were written as floats. */
export function restoreFloats(peer: PeerValue, given: unknown, makeFloat: (value: number) => PeerValue): void {
  if (typeof given !== 'object' || given === null) return;
  const places = peer.value as Map<string, PeerValue> | PeerValue[];
  for (const [key, item] of Object.entries(given)) {
    const isArray = Array.isArray(places);
    const inner = isArray ? places[Number(key)] : places.get(key);
    if (inner === undefined) continue;
    if (!isNotedFloat(given, key)) restoreFloats(inner, item, makeFloat);
    else if (isArray) places[Number(key)] = makeFloat(item as number);
    else places.set(key, makeFloat(item as number));
  }
}
