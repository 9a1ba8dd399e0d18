import { expect, it } from 'vitest';
import { readCacheMetrics } from '../../../../../src/rollout/schedule/internal/engine-metrics.js';

it("reads vLLM's page, of either name of its usage", () => {
  const info = 'vllm:cache_config_info{block_size="16",engine="0",num_gpu_blocks="1000"} 1.0';
  expect(readCacheMetrics(`# HELP x\n${info}\nvllm:kv_cache_usage_perc{engine="0"} 0.25\n`)).toEqual({
    capacityTokens: 16_000,
    usage: 0.25,
  });
  expect(readCacheMetrics('vllm:gpu_cache_usage_perc 0.5')).toEqual({ capacityTokens: undefined, usage: 0.5 });
});

it("reads SGLang's page, of several ranks together", () => {
  const rank = (rank: number, usage: number) =>
    `sglang:max_total_num_tokens{dp_rank="${rank}"} 5e4\nsglang:token_usage{dp_rank="${rank}"} ${usage}\n`;
  expect(readCacheMetrics(rank(0, 0.25) + rank(1, 0.75))).toEqual({ capacityTokens: 100_000, usage: 0.5 });
});

it('says nothing of a page that is another', () => {
  expect(readCacheMetrics('<html>404</html>')).toEqual({ capacityTokens: undefined, usage: undefined });
});

it('ignores values that are not finite, and a usage that is no share', () => {
  const page = (name: string, value: string) => readCacheMetrics(`${name} ${value}\n`);
  for (const value of ['NaN', '+Inf', 'Infinity', '100', '-1'])
    expect(page('vllm:kv_cache_usage_perc', value).usage).toBeUndefined();
  for (const value of ['NaN', 'Infinity', '0'])
    expect(page('sglang:max_total_num_tokens', value).capacityTokens).toBeUndefined();
  const huge = `vllm:cache_config_info{block_size="16",num_gpu_blocks="${'9'.repeat(400)}"} 1`;
  expect(readCacheMetrics(huge).capacityTokens).toBeUndefined();
});
