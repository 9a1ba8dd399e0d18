import type { CallOptions } from '../../base/index.js';
import { checkArgument } from '../../base/internal/index.js';
import { endpoints } from '../wire/index.js';
import { downloadAdapter } from './internal/adapter-download.js';
import { fillPath } from './internal/answers.js';
import type { Transport } from './internal/transport.js';

/** A saved checkpoint on a server. */
export interface TinkerCheckpoint {
  /** `tinker://MODEL/weights/NAME`. */
  readonly path: string;
  /** `training`: weights and optimizer. `sampler`: weights for sampling. */
  readonly kind: 'training' | 'sampler';
  /** Time of saving, in ISO 8601. */
  readonly time: string;
  readonly bytes: number | undefined;
}

/** The model of saved weights. Another model must be equal to load them. */
export interface TinkerWeightsInfo {
  readonly baseModel: string;
  readonly isLora: boolean;
  readonly loraRank: number | undefined;
}

/** The saved checkpoints of all models on a server. All methods reject with TinkerError. */
export interface TinkerCheckpoints {
  /** @returns The checkpoints of one model. */
  list(modelId: string, options?: CallOptions): Promise<TinkerCheckpoint[]>;
  /** Deletes a checkpoint permanently. @throws RangeError for a path in another form than `list` returns. */
  delete(path: string, options?: CallOptions): Promise<void>;
  /**
   * Writes the adapter of weights that were saved for sampling (`TinkerModel.saveForSampler`) into a new folder, in PEFT's
   * format: `adapter_config.json` and `adapter_model.safetensors`. The folder is written whole or not at all.
   *
   * @throws RangeError for another path, or an existing folder; TinkerError also for an archive without an adapter.
   */
  downloadAdapter(path: string, directory: string, options?: CallOptions): Promise<void>;
  /** @returns The model that can load it. */
  info(path: string, options?: CallOptions): Promise<TinkerWeightsInfo>;
}

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
        checkArgument(path, 'path', 'a string');
        const [, model_id, checkpoint_id] = /^tinker:\/\/([^/]+)\/((?:sampler_)?weights\/[^/]+)$/.exec(path) ?? [];
        if (model_id === undefined || checkpoint_id === undefined)
          throw new RangeError(`path: expected tinker://MODEL/weights/NAME, got ${path}`);
        const { deleteCheckpoint } = endpoints;
        const route = { ...deleteCheckpoint, path: fillPath(deleteCheckpoint.path, { model_id, checkpoint_id }) };
        await transport.get(route, { signal: inner });
      }),
    downloadAdapter: (path, directory, { signal } = {}) =>
      transport.during(signal, async (inner) => {
        checkArgument(path, 'path', 'a string');
        await downloadAdapter(transport, path, directory, inner);
      }),
    info: (path, { signal } = {}) =>
      transport.during(signal, async (inner) => {
        checkArgument(path, 'path', 'a string');
        const said = await transport.call(endpoints.weightsInfo, { tinker_path: path }, { signal: inner });
        return { baseModel: said.base_model, isLora: said.is_lora, loraRank: said.lora_rank };
      }),
  };
}
