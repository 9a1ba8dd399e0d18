import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TemplateMessage } from '../../../../src/base/index.js';
import {
  createChatTemplate,
  createVocabularyTokenizer,
  loadHuggingFaceTokenizer,
  vocabularyFiles,
} from '../../../../src/rollout/index.js';
import { QWEN_CHAT } from '../../../../src/rollout/internal/index.js';

const pieces = ['user\n', 'the ', 'the answer', ' be ', '<tool_call>\n', 'é', '=', '12'];
const tokenizer = createVocabularyTokenizer(pieces, { special: ['<|im_end|>', '<|im_start|>'] });
const files = vocabularyFiles(tokenizer);
const json = (name: 'tokenizer.json' | 'tokenizer_config.json') => JSON.parse(files[name]) as object;

describe('vocabularyFiles', () => {
  it('encodes and decodes any text as the tokenizer does', async () => {
    const loaded = await loadHuggingFaceTokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
    expect(loaded.vocabularySize).toBe(tokenizer.vocabularySize);
    expect(loaded.controlTokens).toEqual(tokenizer.controlTokens);
    const part = fc.oneof(fc.constantFrom(...pieces, '<|im_end|>', '<|im_start|>', '<', ' ', '<0x41>'), fc.string());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const ids = tokenizer.encode(text);
        expect(loaded.encode(text)).toEqual(ids);
        expect(loaded.decode(ids)).toBe(text);
      }),
    );
  });

  it('refuses a piece that a special token begins in, for it would be matched first', () => {
    for (const piece of ['a<|im_end|>', 'a<', '<|im'])
      expect(() => vocabularyFiles(createVocabularyTokenizer([piece], { special: ['<|im_end|>'] }))).toThrow(
        'tokenizer: expected pieces that no special token begins in',
      );
  });

  it('has the chat format of QWEN_CHAT, calls and tool responses too', async () => {
    const template = await createChatTemplate({ source: files['chat_template.jinja'], endTokens: ['<|im_end|>'] });
    const call = fc.record({ id: fc.string(), name: fc.string(), arguments: fc.string() });
    const message: fc.Arbitrary<TemplateMessage> = fc.oneof(
      fc.record({ role: fc.constantFrom('system', 'user', 'tool'), content: fc.string() }),
      fc.record({
        role: fc.constant('assistant'),
        content: fc.string(),
        toolCalls: fc.array(call, { maxLength: 2 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.boolean(), (messages, addGenerationPrompt) => {
        const options = { addGenerationPrompt };
        expect(template.render(messages, options)).toBe(QWEN_CHAT.render(messages, options));
      }),
    );
  });
});
