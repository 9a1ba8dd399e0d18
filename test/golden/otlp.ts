import { doubleOf, readFields } from '../../src/tinker/wire/internal/protobuf/fields.js';

/** An attribute's value, as far as our spans have them. */
type Value = string | number | boolean | readonly Value[];
type Attributes = Readonly<Record<string, Value>>;

/** A span as it was sent. */
export interface SentSpan {
  readonly resource: Attributes;
  readonly traceId: string;
  readonly spanId: string;
  /** '' for the root of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Attributes;
}

/** The fields of a message by number; each with its occurrences, numbers as they are and all else as bytes. */
type Fields = Readonly<Record<number, readonly (Uint8Array | number)[]>>;

/**
 * Reads an `ExportTraceServiceRequest`.
 *
 * @remarks Source of the numbers: opentelemetry/proto/trace/v1/trace.proto and common/v1/common.proto of OTLP 1.
 */
export function readSpans(request: Uint8Array): SentSpan[] {
  return messages(fieldsOf(request)[1]).flatMap(({ 1: resources, 2: scopes }) => {
    const resource = attributesOf(messages(resources)[0]?.[1]);
    return messages(scopes).flatMap(({ 2: spans }) =>
      messages(spans).map((span) => ({
        resource,
        traceId: hex(span[1]),
        spanId: hex(span[2]),
        parentId: hex(span[4]),
        name: text(span[5]),
        attributes: attributesOf(span[9]),
      })),
    );
  });
}

function fieldsOf(bytes: Uint8Array): Fields {
  const fields: Record<number, (Uint8Array | number)[]> = {};
  for (const field of readFields(bytes, 'OTLP')) {
    const isDouble = field.kind === 'fixed' && field.payload.length === 8;
    const value = field.kind === 'varint' ? field.value : isDouble ? doubleOf(field, 'OTLP') : field.payload;
    (fields[field.number] ??= []).push(value);
  }
  return fields;
}

function attributesOf(pairs: Fields[number] | undefined): Attributes {
  return Object.fromEntries(messages(pairs).map(({ 1: key, 2: value }) => [text(key), valueOf(messages(value)[0]!)]));
}

function valueOf({ 1: string, 2: boolean, 3: integer, 4: double, 5: list }: Fields): Value {
  if (string !== undefined) return text(string);
  if (boolean !== undefined) return boolean[0] === 1;
  if (list !== undefined) return messages(messages(list)[0]![1]).map(valueOf);
  return (integer ?? double)![0] as number;
}

const messages = (field: Fields[number] | undefined): Fields[] =>
  (field ?? []).map((one) => fieldsOf(one as Uint8Array));
const text = (field: Fields[number] | undefined): string =>
  Buffer.from((field?.[0] ?? []) as Uint8Array).toString('utf8');
const hex = (field: Fields[number] | undefined): string =>
  Buffer.from((field?.[0] ?? []) as Uint8Array).toString('hex');
