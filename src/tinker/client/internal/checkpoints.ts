import { checkArgument } from '../../../base/internal/index.js';
import { endpoints } from '../../wire/index.js';
import type { TinkerCheckpoints } from '../tinker-checkpoints.js';
import { fillPath } from './fill-path.js';
import type { Transport } from './transport.js';

/** @returns What the server has saved. */
export function remoteCheckpoints(transport: Transport): TinkerCheckpoints {
  return {
    list: (modelId, { signal } = {}) =>
      transport.during(signal, async (inner) => {
        checkArgument(modelId, 'modelId', 'a string');
        const { modelCheckpoints } = endpoints;
        const route = { ...modelCheckpoints, path: fillPath(modelCheckpoints.path, { model_id: modelId }) };
        const { checkpoints } = await transport.get(route, { signal: inner });
        return checkpoints.map(({ tinker_path, checkpoint_type, time, size_bytes }) => ({
          path: tinker_path,
          kind: checkpoint_type,
          time,
          bytes: size_bytes,
        }));
      }),
    delete: (path, { signal } = {}) =>
      transport.during(signal, async (inner) => {
        const { deleteCheckpoint } = endpoints;
        const route = { ...deleteCheckpoint, path: fillPath(deleteCheckpoint.path, partsOf(path)) };
        await transport.get(route, { signal: inner });
      }),
    info: (path, { signal } = {}) =>
      transport.during(signal, async (inner) => {
        checkArgument(path, 'path', 'a string');
        const said = await transport.call(endpoints.weightsInfo, { tinker_path: path }, { signal: inner });
        return { baseModel: said.base_model, isLora: said.is_lora, loraRank: said.lora_rank };
      }),
  };
}

/** @throws RangeError for what is not `tinker://MODEL/weights/NAME` or `tinker://MODEL/sampler_weights/NAME`. */
function partsOf(path: string): { readonly model_id: string; readonly checkpoint_id: string } {
  checkArgument(path, 'path', 'a string');
  const parts = /^tinker:\/\/([^/]+)\/((?:sampler_)?weights\/[^/]+)$/.exec(path);
  if (parts === null) throw new RangeError(`path: expected tinker://MODEL/weights/NAME, got ${path}`);
  return { model_id: parts[1]!, checkpoint_id: parts[2]! };
}
