import { describe, expect, it } from 'vitest';
import { batchWork } from '../../../../../../src/tinker/server/internal/batches/batch-work.js';
import { decodeForwardRequest, encodeForwardRequest, PROTOBUF_TYPE } from '../../../../../../src/tinker/wire/index.js';
import { datum, floats, gradientBody } from '../../served.js';

const work = batchWork(() => {
  throw new Error('no learner is here');
});
const bytesOf = (body: object) => Buffer.from(JSON.stringify(body));
const JSON_TYPE = 'application/json';

describe('the reading of large bodies', () => {
  it('gives the same request for JSON and for protobuf', async () => {
    const body = gradientBody('model', 7, [datum([1, 2, 3], { weights: floats(0.5, -1.25) })]);
    const read = await work.readBatch(bytesOf(body), JSON_TYPE);
    if (read.kind !== 'read') throw new Error(`it was refused: ${String(read.detail)}`);
    expect(read).toMatchObject({ modelId: 'model', sequenceId: 7 });
    const request = decodeForwardRequest(read.message);
    expect(request.data[0]).toMatchObject({
      tokens: Int32Array.of(1, 2),
      lossInputs: { target_tokens: { data: Int32Array.of(2, 3) }, weights: { data: Float32Array.of(0.5, -1.25) } },
    });
    const again = await work.readBatch(encodeForwardRequest(request), PROTOBUF_TYPE);
    expect(again).toMatchObject({ ...{ modelId: 'model', sequenceId: 7 }, message: read.message });
  });

  it.each([
    ['text that is no JSON', '{"model_id": "m", "seq_id": 3, ', 422, { modelId: 'm', sequenceId: 3 }],
    ['another shape', '{"model_id": "m", "seq_id": 3}', 400, { modelId: 'm', sequenceId: 3 }],
    ['too many values', `[${'{},'.repeat(2 ** 20)}{}]`, 413, undefined],
  ])('refuses %s, and says which request it is', async (_what, body, status, place) => {
    expect(await work.readBatch(Buffer.from(body), JSON_TYPE)).toMatchObject({ kind: 'refused', status, place });
  });

  it('keeps every digit of the id of a request to sample', async () => {
    const id = '12345678901234567890';
    const body = `{"sampling_session_id": "s", "seq_id": ${id}, "num_samples": 1, "prompt": {"chunks": [{"tokens": [1, 2]}]}, "sampling_params": {}}`;
    expect(await work.readSample(Buffer.from(body))).toMatchObject({
      number: id,
      request: { prompt: Int32Array.of(1, 2) },
    });
    expect(await work.readSample(Buffer.from('{}'))).toMatchObject({ kind: 'refused', status: 400 });
  });
});
