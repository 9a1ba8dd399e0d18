/** An engine's metrics of its KV cache; undefined if it does not report them. */
export interface CacheMetrics {
  readonly capacityTokens: number | undefined;
  /** Share of it that running requests use. */
  readonly usage: number | undefined;
}

/** The first that is there counts: names change between releases. */
const USAGE = ['vllm:kv_cache_usage_perc', 'vllm:gpu_cache_usage_perc', 'sglang:token_usage'];

/**
 * Reads the page of metrics (Prometheus' text format) of a vLLM or SGLang server. Values that are not finite are ignored, and a usage that is no share.
 *
 * @remarks Sources: vllm/v1/metrics/loggers.py (`vllm:cache_config_info` has the numbers of blocks and their size as labels) and
 *   sglang/srt/metrics/collector.py, both of November 2026.
 */
export function readCacheMetrics(page: string): CacheMetrics {
  const samples = page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([\w:]+)(?:\{(.*)\})?\s+(\S+)/.exec(line) ?? [];
    const sample = { name: name!, labels, value: Number(value) };
    return name !== undefined && Number.isFinite(sample.value) ? [sample] : [];
  });
  const all = (name: string) => samples.filter((sample) => sample.name === name);
  const capacity = [
    ...all('sglang:max_total_num_tokens').map(({ value }) => value),
    ...all('vllm:cache_config_info').map(({ labels }) => label(labels, 'num_gpu_blocks') * label(labels, 'block_size')),
  ].filter((tokens) => tokens > 0 && Number.isFinite(tokens));
  const shares = (name: string) => all(name).filter(({ value }) => value >= 0 && value <= 1);
  const usage = USAGE.map(shares).find((found) => found.length > 0);
  return {
    // Several ranks each have a cache and a share of the requests: capacities are summed, usage is averaged.
    capacityTokens: capacity.length === 0 ? undefined : capacity.reduce((sum, tokens) => sum + tokens),
    usage: usage && usage.reduce((sum, { value }) => sum + value, 0) / usage.length,
  };
}

function label(labels: string, name: string): number {
  return Number(new RegExp(`(?:^|,)${name}="(\\d+)"`).exec(labels)?.[1] ?? 0);
}
