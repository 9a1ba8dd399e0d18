import { WrittenNumber, floatText } from '../../../../base/internal/index.js';

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
      return value instanceof WrittenNumber ? value.toString() : floatText(value as number);
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

/** Marks around a number while the peer writes it as JSON, which makes a text of it. */
const MARK = '\uFDD0\uFDD4';
const MARKED = /"(?:\uFDD0\uFDD4|\\ufdd0\\ufdd4)([-+.\de]*)(?:\uFDD0\uFDD4|\\ufdd0\\ufdd4)"/gi;

/** A number in a template. */
class PeerNumber extends WrittenNumber {
  toJSON(): string {
    return MARK + this.toString() + MARK;
  }
}

/** @returns A rendered text, the numbers of its JSON as they were written. */
export function unmarkNumbers(text: string): string {
  return text.replace(MARKED, '$1');
}

type PeerClass = new (value: unknown) => PeerValue;

/** Puts numbers of the peer's in the place of those that JavaScript would write otherwise than Python. */
export function restoreNumbers(
  peer: PeerValue,
  given: unknown,
  classes: { readonly Float: PeerClass; readonly Integer: PeerClass },
): void {
  if (typeof given !== 'object' || given === null) return;
  const places = peer.value as Map<string, PeerValue> | PeerValue[];
  for (const [key, item] of Object.entries(given)) {
    const isArray = Array.isArray(places);
    const inner = isArray ? places[Number(key)] : places.get(key);
    if (inner === undefined) continue;
    if (!(item instanceof WrittenNumber)) {
      restoreNumbers(inner, item, classes);
      continue;
    }
    const text = item.toString();
    const Class = /[.e]/.test(text) ? classes.Float : classes.Integer;
    const number = new Class(new PeerNumber(Number(item), text));
    if (isArray) places[Number(key)] = number;
    else places.set(key, number);
  }
}
