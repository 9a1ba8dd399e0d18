import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Tool } from '../../../src/base/index.js';
import { createVocabularyTokenizer, runRollouts } from '../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../src/testing/index.js';

const multiply: Tool = {
  name: 'multiply',
  description: 'Multiplies.',
  parameters: { type: 'object' },
  execute: () => Promise.resolve({ kind: 'ok', text: '42' }),
};

/**
 * Sends the spans of two rollouts to a server, as docs/tracing.md sends them to Weave.
 *
 * @param url - The server's root.
 */
export async function sendRollouts(url: string): Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${url}/agents/otel/v1/traces`,
    headers: { 'wandb-api-key': 'key', project_id: 'my-team/my-project' },
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'wandb.entity': 'my-team', 'wandb.project': 'my-project' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  trace.setGlobalTracerProvider(provider);
  try {
    const tokenizer = createVocabularyTokenizer(['print'], { special: ['<|im_start|>', '<|im_end|>'] });
    const script = [
      'Let us see.<tool_call>{"name": "multiply", "arguments": {"a": 6, "b": 7}}</tool_call>',
      '<answer>\\boxed{42}</answer>',
    ];
    const prompt = [
      { role: 'system' as const, content: 'You solve problems.' },
      { role: 'user' as const, content: 'What is 6 * 7?' },
    ];
    await runRollouts([{ groupId: 'problem-1', prompt, samples: 2 }], {
      ...{ policy: createScriptedPolicy({ tokenizer, script }), tokenizer, tools: [multiply] },
      ...{ maxTokens: 1000, seed: 'step-1' },
      tracing: { content: true, agent: 'solver', model: 'qwen3-14b', provider: 'vllm' },
    });
  } finally {
    await provider.shutdown();
    trace.disable();
  }
}
