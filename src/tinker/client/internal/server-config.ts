import { endpoints } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';
import type { Transport } from './transport.js';

/** The version of the official SDK whose protocol this client speaks; servers resolve their flags by it. */
export const SDK_VERSION = '0.38.0';

/** What a server asks of its clients. */
export interface ServerConfig {
  /** Bodies of forward requests compressed by zstd. */
  readonly compress: boolean;
  readonly maxChunkData: number;
  readonly maxChunkBytes: number;
  readonly maxSamples: number;
}

const DEFAULTS: ServerConfig = { compress: false, maxChunkData: 1024, maxChunkBytes: 5_000_000, maxSamples: 2000 };

/** @returns What the server says, completed by the protocol's defaults; these where it knows no such route. */
export async function fetchServerConfig(transport: Transport, signal: AbortSignal): Promise<ServerConfig> {
  try {
    const said = await transport.call(endpoints.clientConfig, { sdk_version: SDK_VERSION }, { signal });
    return {
      compress: said.proto_compress_fwdbwd ?? DEFAULTS.compress,
      maxChunkData: Math.max(1, said.fwdbwd_max_chunk_len ?? DEFAULTS.maxChunkData),
      maxChunkBytes: said.fwdbwd_max_chunk_bytes_count ?? DEFAULTS.maxChunkBytes,
      maxSamples: Math.max(1, said.sample_max_concurrent_requests ?? DEFAULTS.maxSamples),
    };
  } catch (error) {
    if (error instanceof TinkerError && (error.status === 404 || error.status === 405)) return DEFAULTS;
    throw error;
  }
}
