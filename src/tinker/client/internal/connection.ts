import type { Limiter } from '../../../io/index.js';
import { endpoints } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';
import type { ForwardForm } from './forward-form.js';
import { SDK_VERSION, type Session } from './session.js';
import type { Transport } from './transport.js';

/** What models and samplers of one client share. */
export interface Connection {
  readonly transport: Transport;
  readonly session: Session;
  readonly config: ServerConfig;
  readonly form: ForwardForm;
  /** The models in training, by name, and the session of each: no two of a session share a name. */
  readonly models: Map<string, string>;
  /** Prompts under way. */
  readonly samples: Limiter;
}

/** What a server asks of its clients. */
export interface ServerConfig {
  /** Bodies of forward requests compressed by zstd. */
  readonly compress: boolean;
  readonly maxChunkData: number;
  readonly maxChunkBytes: number;
  readonly maxSamples: number;
}

/** @returns What the server says, completed by the protocol's defaults; these where it knows no such route. */
export async function fetchServerConfig(transport: Transport, signal: AbortSignal): Promise<ServerConfig> {
  const said = await transport
    .call(endpoints.clientConfig, { sdk_version: SDK_VERSION }, { signal })
    .catch((error: unknown) => {
      if (error instanceof TinkerError && (error.status === 404 || error.status === 405)) return undefined;
      throw error;
    });
  return {
    compress: said?.proto_compress_fwdbwd ?? false,
    maxChunkData: Math.max(1, said?.fwdbwd_max_chunk_len ?? 1024),
    maxChunkBytes: said?.fwdbwd_max_chunk_bytes_count ?? 5_000_000,
    maxSamples: Math.max(1, said?.sample_max_concurrent_requests ?? 2000),
  };
}
