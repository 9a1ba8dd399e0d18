import { createAnthropic } from 'ai7-anthropic';
import { createOpenAI } from 'ai7-openai';
import { createOpenAICompatible } from 'ai7-openai-compatible';
import * as ai from 'ai7';
import { aiSdkClient } from './ai-sdk-client.js';
import { describeClient } from './client-suite.js';

describeClient(
  aiSdkClient('ai 7, @ai-sdk/openai: Responses', ai as never, ({ openai, fetch }) =>
    createOpenAI({ ...openai, fetch })('policy'),
  ),
);
describeClient(
  aiSdkClient(
    'ai 7, @ai-sdk/openai: Chat',
    ai as never,
    ({ openai, fetch }) => createOpenAI({ ...openai, fetch }).chat('policy'),
    { hidesReasoning: true },
  ),
);
describeClient(
  aiSdkClient('ai 7, @ai-sdk/openai-compatible', ai as never, ({ openai, fetch }) =>
    createOpenAICompatible({ name: 'policy', ...openai, fetch })('policy'),
  ),
);
describeClient(
  aiSdkClient(
    'ai 7, @ai-sdk/anthropic',
    ai as never,
    ({ anthropic, fetch }) => createAnthropic({ ...anthropic, baseURL: `${anthropic.baseURL}/v1`, fetch })('policy'),
    // It asks that arguments are streamed as they are drawn: what was sent cannot be taken back.
    { unparsed: (text, isStreamed) => (isStreamed ? text : {}) },
  ),
);
