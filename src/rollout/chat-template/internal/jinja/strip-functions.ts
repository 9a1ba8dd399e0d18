import { isText, type JinjaValue } from './jinja-peer.js';

/** @returns What Python's `strip` and its like give for the characters to strip; undefined for another call: the peer's methods leave their argument out of account. */
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
