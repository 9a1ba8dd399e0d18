import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import * as ai from 'ai';
import { aiSdkClient } from './ai-sdk-client.js';
import { describeClient } from './client-suite.js';

describeClient(
  aiSdkClient(
    'ai 6, @ai-sdk/openai: Responses',
    ai,
    ({ openai, fetch }) => createOpenAI({ ...openai, fetch })('policy'),
    { hidesFailures: true },
  ),
);
describeClient(
  aiSdkClient(
    'ai 6, @ai-sdk/openai: Chat',
    ai,
    ({ openai, fetch }) => createOpenAI({ ...openai, fetch }).chat('policy'),
    { hidesReasoning: true, hidesFailures: true },
  ),
);
describeClient(
  aiSdkClient(
    'ai 6, @ai-sdk/openai-compatible',
    ai,
    ({ openai, fetch }) => createOpenAICompatible({ name: 'policy', ...openai, fetch })('policy'),
    { hidesFailures: true },
  ),
);
describeClient(
  aiSdkClient(
    'ai 6, @ai-sdk/anthropic',
    ai,
    ({ anthropic, fetch }) => createAnthropic({ ...anthropic, baseURL: `${anthropic.baseURL}/v1`, fetch })('policy'),
    // It asks that arguments are streamed as they are drawn: what was sent cannot be taken back.
    { unparsed: (text, isStreamed) => (isStreamed ? text : {}) },
  ),
);
