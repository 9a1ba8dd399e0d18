import { importPeer } from '../../built-in.js';

/** A file as the hub lists it. */
export interface HubFile {
  readonly path: string;
  readonly size: number;
  /** SHA-1 of a git blob. */
  readonly oid?: string;
  /** SHA-256 of the content. */
  readonly lfs?: { readonly oid: string };
}

/** What every request of ours says. */
export interface HubRequest {
  readonly repo: { readonly type: 'model' | 'dataset'; readonly name: string };
  readonly hubUrl?: string;
  readonly accessToken?: string;
  readonly fetch: typeof fetch;
}

/** What is asked of a repository as a whole. */
export interface InfoRequest extends Omit<HubRequest, 'repo'> {
  readonly name: string;
  readonly revision: string;
  readonly additionalFields: 'sha'[];
}

/** What we use of the peer. */
export interface Hub {
  modelInfo(request: InfoRequest): Promise<{ readonly sha?: unknown }>;
  datasetInfo(request: InfoRequest): Promise<{ readonly sha?: unknown }>;
  listFiles(
    request: HubRequest & { readonly revision: string; readonly recursive: boolean },
  ): AsyncIterable<HubFile & { readonly type: string }>;
  downloadFile(
    request: HubRequest & { readonly revision: string; readonly path: string; readonly xet: false },
  ): Promise<Blob | null>;
}

export function importHub(): Promise<Hub> {
  return importPeer<Hub>('files of the hub', '@huggingface/hub', () => import('@huggingface/hub'));
}
