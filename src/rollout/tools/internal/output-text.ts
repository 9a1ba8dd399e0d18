import { NO_OUTPUT } from '../../../base/internal/index.js';

/** A part of a tool's answer, as MCP and the AI SDK have them: text, or an image, a sound or a file by its bytes or its name. */
export interface OutputPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** @returns What a function gave back, as the policy reads it: text as it is, bytes as what they are in brackets, all else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? NO_OUTPUT : value;
  if (value === undefined || value === null) return NO_OUTPUT;
  if (value instanceof Uint8Array || value instanceof ArrayBuffer)
    return describeContent('file', undefined, undefined, value.byteLength);
  if (value instanceof Blob) return describeContent('file', undefined, value.type || undefined, value.size);
  return jsonText(value);
}

/** JSON has no text for functions and symbols. */
function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/** @returns An answer's parts as text, one after the other; of what is no text what it is: `[image: image/png, 4096 bytes]`. */
export function partsText(parts: readonly OutputPart[]): string {
  const text = parts.map(partText).join('\n');
  return text === '' ? NO_OUTPUT : text;
}

function partText(part: OutputPart): string {
  // A resource of MCP has its content one level down.
  const fields: Readonly<Record<string, unknown>> =
    typeof part['resource'] === 'object' && part['resource'] !== null ? { ...part['resource'] } : part;
  const read = (...names: readonly string[]) =>
    names.map((name) => fields[name]).find((value): value is string => typeof value === 'string');
  const text = read('text');
  if (text !== undefined) return text;
  const mediaType = read('mediaType', 'mimeType');
  const kind = /image|audio|video/.exec(`${mediaType ?? ''} ${part.type}`)?.[0] ?? 'file';
  const data = read('data', 'blob');
  return describeContent(kind, read('filename', 'url', 'uri', 'name', 'fileId'), mediaType, data && base64Bytes(data));
}

function describeContent(
  kind: string,
  name: string | undefined,
  mediaType: string | undefined,
  bytes: number | '' | undefined,
): string {
  // A URL may hold the whole file.
  const shownName = name?.startsWith('data:') === true ? undefined : name;
  const size = typeof bytes === 'number' ? `${bytes} bytes` : undefined;
  const details = [shownName, mediaType, size].filter((detail) => detail !== undefined);
  return details.length === 0 ? `[${kind}]` : `[${kind}: ${details.join(', ')}]`;
}

function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.floor(((data.length - padding) * 3) / 4);
}
