import { isList, isText, type JinjaNode, type JinjaValue } from './jinja-peer.js';
import { pythonText } from './python-text.js';

type Text = new (text: string) => JinjaValue;

/** An object's keys that are no texts, by the text that stands for each in the peer's object: the peer has texts alone. */
const OTHER_KEYS = new WeakMap<JinjaValue, ReadonlyMap<string, JinjaValue>>();

/** Python's own functions of an object, which `object.items` means even where there is a key of that name. */
const FUNCTIONS = new Set(['get', 'items', 'keys', 'values']);
/** What lists an object's keys, alone or before their values. */
const LISTS_KEYS = new Set(['items', 'keys', 'dictsort']);

/** @returns What `object.items` and its like are in Python; undefined for other names and other values. */
export function objectFunction(object: JinjaValue, name: string): JinjaValue | undefined {
  if (object.type !== 'ObjectValue' || !FUNCTIONS.has(name)) return undefined;
  return (object as JinjaValue & { readonly builtins: ReadonlyMap<string, JinjaValue> }).builtins.get(name);
}

/** @returns The key of an object that `object[key]` means, as a text: what is no text is looked for among keys of its own kind. */
export function keyText(object: JinjaValue, key: JinjaValue, Text: Text): JinjaValue {
  if (object.type !== 'ObjectValue' || isText(key)) return key;
  return new Text(otherKey(key));
}

/** @returns An object's literal with a text for every key, and what the object's other keys are. */
export function withTextKeys(
  node: JinjaNode,
  evaluate: (key: JinjaNode) => JinjaValue,
  hold: (value: JinjaValue) => JinjaNode,
  Text: Text,
): { readonly node: JinjaNode; readonly note: (object: JinjaValue) => JinjaValue } {
  const others = new Map<string, JinjaValue>();
  const members = [...(node['value'] as ReadonlyMap<JinjaNode, JinjaNode>)].map(([written, value]) => {
    const key = evaluate(written);
    if (isText(key)) return [hold(key), value] as const;
    others.set(otherKey(key), key);
    return [hold(new Text(otherKey(key))), value] as const;
  });
  const note = (object: JinjaValue): JinjaValue => {
    if (others.size > 0) OTHER_KEYS.set(object, others);
    return object;
  };
  return { node: { ...node, value: new Map(members) }, note };
}

/** Puts an object's own keys where the peer has listed the texts for them; `dictsort` sorts numbers as numbers. */
export function ownKeys(object: JinjaValue, list: JinjaValue, name = 'keys'): JinjaValue {
  const others = OTHER_KEYS.get(object);
  if (others === undefined || !LISTS_KEYS.has(name) || !isList(list)) return list;
  const own = (key: JinjaValue): JinjaValue => others.get(String(key.value)) ?? key;
  const items = list.value as JinjaValue[];
  for (const [index, item] of items.entries())
    if (isList(item)) (item.value as JinjaValue[])[0] = own((item.value as JinjaValue[])[0]!);
    else items[index] = own(item);
  const keys = items.map((item) => (isList(item) ? (item.value as JinjaValue[])[0]! : item).value);
  if (name === 'dictsort' && keys.every((key) => typeof key === 'number')) {
    const order = new Map(items.map((item, index) => [item, keys[index] as number]));
    items.sort((a, b) => order.get(a)! - order.get(b)!);
  }
  return list;
}

/** No text of a template has this code point: programs keep it for their own use. */
const otherKey = (key: JinjaValue): string => `\uFDD0${pythonText(key)}`;

/** @returns The result of Python's `strip`, `lstrip` or `rstrip` with characters to strip, which the peer's methods ignore; undefined for other calls. */
export function stripFunction(name: string, object: JinjaValue, args: readonly JinjaValue[]): JinjaValue | undefined {
  const [characters] = args;
  if (!isText(object) || !/^[lr]?strip$/.test(name) || args.length !== 1 || !isText(characters!)) return undefined;
  const text = object.value;
  const stripped = new Set(characters.value);
  let [start, end] = [0, text.length];
  if (name !== 'rstrip') while (start < end && stripped.has(text[start]!)) start++;
  if (name !== 'lstrip') while (end > start && stripped.has(text[end - 1]!)) end--;
  const Text = object.constructor as new (text: string) => JinjaValue;
  return new Text(text.slice(start, end));
}
