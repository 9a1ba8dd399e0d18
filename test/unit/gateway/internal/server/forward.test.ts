import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../../../src/gateway/internal/server/forward.js';

describe('addressOf', () => {
  it.each([
    ['https://api.openai.com/v1', 'chat/completions', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com/v1/', 'responses', 'https://api.openai.com/v1/responses'],
    ['http://judge:8000', 'chat/completions', 'http://judge:8000/v1/chat/completions'],
    ['https://other.example/v1beta/openai', 'chat/completions', 'https://other.example/v1beta/openai/chat/completions'],
    ['https://api.anthropic.com', 'messages', 'https://api.anthropic.com/v1/messages'],
    ['https://api.anthropic.com/v1', 'messages/count_tokens', 'https://api.anthropic.com/v1/messages/count_tokens'],
    ['https://other.example/anthropic', 'messages', 'https://other.example/anthropic/v1/messages'],
  ])('finds an endpoint below %s: %s', (baseUrl, endpoint, expected) => {
    expect(addressOf(baseUrl, endpoint)).toBe(expected);
  });
});
