import { scanJson } from '../../../../io/index.js';
import { PROTOBUF_TYPE, readForwardPlace } from '../../../wire/index.js';

/** Which request of which model a body is. */
export interface RequestPlace {
  readonly modelId: string;
  readonly sequenceId: number;
}

/** @returns The place of a request, read for itself: the rest of the body may be what no one can read. Undefined for none. */
export function placeOf(body: Buffer, contentType: string): RequestPlace | undefined {
  const { modelId, sequenceId } = contentType.includes(PROTOBUF_TYPE) ? readForwardPlace(body) : placeInJson(body);
  if (typeof modelId !== 'string' || !Number.isSafeInteger(sequenceId) || !((sequenceId as number) > 0))
    return undefined;
  return { modelId, sequenceId: sequenceId as number };
}

/** A field of the outermost object, with its value. */
const FIELD = /"(model_id|seq_id)"\s*:\s*(\d+|"[^"\\]*")(?=\s*[,}])/y;

/** Nothing but the two is made of the body: it may have been refused for what all of it would take. */
function placeInJson(body: Buffer): { readonly modelId?: unknown; readonly sequenceId?: unknown } {
  const text = body.toString('latin1');
  const fields: { model_id?: unknown; seq_id?: unknown } = {};
  try {
    scanJson(body, (mark, depth, at) => {
      if (mark !== 'text' || depth !== 1) return;
      FIELD.lastIndex = at;
      const [, name, value] = FIELD.exec(text) ?? [];
      if (name !== undefined) fields[name as keyof typeof fields] = JSON.parse(value!);
    });
  } catch {
    // What is no JSON, or lies too deep, ends here; what was read is what it says.
  }
  return { modelId: fields.model_id, sequenceId: fields.seq_id };
}
