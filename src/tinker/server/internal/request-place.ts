import { PROTOBUF_TYPE, readForwardPlace } from '../../wire/index.js';

/** Which request of which model a body is. */
export interface RequestPlace {
  readonly modelId: string;
  readonly sequenceId: number;
}

/** @returns The place of a request, read for itself: the rest of the body may be what no one can read. Undefined for none. */
export function placeOf(body: Uint8Array, contentType: string): RequestPlace | undefined {
  const { modelId, sequenceId } = contentType.includes(PROTOBUF_TYPE) ? readForwardPlace(body) : placeInJson(body);
  if (typeof modelId !== 'string' || !Number.isSafeInteger(sequenceId) || !((sequenceId as number) > 0))
    return undefined;
  return { modelId, sequenceId: sequenceId as number };
}

function placeInJson(body: Uint8Array): { readonly modelId?: unknown; readonly sequenceId?: unknown } {
  try {
    const { model_id: modelId, seq_id: sequenceId } = JSON.parse(new TextDecoder().decode(body)) as {
      readonly model_id?: unknown;
      readonly seq_id?: unknown;
    };
    return { modelId, sequenceId };
  } catch {
    return {};
  }
}
