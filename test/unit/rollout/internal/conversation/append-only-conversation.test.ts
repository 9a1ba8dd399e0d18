import { describe, expect, it } from 'vitest';
import { createChatTemplate, createVocabularyTokenizer, type ChatTemplate } from '../../../../../src/rollout/index.js';
import { QWEN_CHAT } from '../../../../../src/rollout/chat-template/qwen-chat.js';
import { AppendOnlyConversation } from '../../../../../src/rollout/internal/conversation/append-only-conversation.js';
import { startConversation } from '../../../../../src/rollout/internal/conversation/conversation-start.js';
import { publishedTemplate, tokenizerFor } from '../../published-templates.js';

const CALL = '<tool_call>\n{"name": "python", "arguments": {"code": "1"}}\n</tool_call>';
const prompt = [{ role: 'user', content: 'Q' }] as const;
const tools = [{ name: 'python', description: 'Runs.', parameters: { type: 'object' } }] as const;

async function talk(template: ChatTemplate, turns: readonly string[], answer = '42', swallowsEnd = false) {
  const tokenizer =
    template === QWEN_CHAT
      ? createVocabularyTokenizer([], { special: ['<|im_start|>', '<|im_end|>'] })
      : await tokenizerFor(template);
  const format = { template, tokenizer, tools };
  const conversation = new AppendOnlyConversation(format, startConversation(format, prompt));
  const between = turns.map((text) => {
    const parsed = template.toolCallFormat.parse(text, tools);
    const answers = parsed.calls.map((call, i) => ({
      role: 'tool' as const,
      content: answer,
      toolCallId: `00000000${i}`,
      name: 'python',
    }));
    const end = swallowsEnd ? undefined : template.endTokens[0];
    return tokenizer.decode(conversation.extend({ text, end, parsed }, answers));
  });
  return { between, conversation };
}

const simple = (body: string, endTokens = ['</s>']) =>
  createChatTemplate({
    source: `{% for m in messages %}{% if m.role == 'assistant' %}A:{% endif %}${body}{% endfor %}{% if add_generation_prompt %}A:{% endif %}`,
    endTokens,
    toolCallFormat: 'hermes',
  });

describe('a conversation', () => {
  it('goes on as the template does, where it writes the past as it was', async () => {
    const { between, conversation } = await talk(await publishedTemplate('qwen2.5'), [`So\n${CALL}`, CALL]);
    const answered = '\n<|im_start|>user\n<tool_response>\n42\n</tool_response><|im_end|>\n<|im_start|>assistant\n';
    expect(between).toEqual([answered, answered]);
    expect(conversation.drift).toBeUndefined();
  });

  it('writes the end of a turn where an engine swallowed it', async () => {
    const { between } = await talk(await publishedTemplate('qwen2.5'), [CALL], '42', true);
    expect(between[0]).toMatch(/^<\|im_end\|>\n<\|im_start\|>user\n/);
    expect((await talk(QWEN_CHAT, [CALL], '42', true)).between).toEqual(between);
  });

  it('keeps what was sampled where the template writes the turn otherwise, and says so', async () => {
    const template = await simple('{{ m.content | trim }}</s>');
    const { between, conversation } = await talk(template, [`${CALL}\n`]);
    expect(between).toEqual(['42</s>A:']);
    expect(conversation.drift).toMatchObject({ kind: 'turn', turn: 0 });
  });

  it('keeps what was sampled where the template rewrites earlier turns, and says which', async () => {
    const template = await simple(
      "{% if m.role == 'assistant' and loop.index0 + 2 < messages | length %}[cut]</s>{% else %}{{ m.content }}</s>{% endif %}",
    );
    const { between, conversation } = await talk(template, [CALL, CALL, CALL]);
    expect(between).toEqual(['42</s>A:', '42</s>A:', '42</s>A:']);
    expect(conversation.drift).toEqual({
      kind: 'past',
      turn: 1,
      reason: expect.stringContaining('the template writes "[cut]</s>42') as string,
    });
  });

  it('tells a template without a role for tools of their answers in a message of the user', async () => {
    const template = await simple(
      "{% if m.role == 'tool' %}{{ raise_exception('no tools') }}{% endif %}{{ m.content }}</s>",
    );
    const { between, conversation } = await talk(template, [CALL]);
    expect(between).toEqual(['<tool_response>\n42\n</tool_response></s>A:']);
    expect(conversation.drift).toMatchObject({
      kind: 'refused',
      turn: 0,
      reason: expect.stringContaining('no tools') as string,
    });
  });

  it('does so too where the template leaves out the answers', async () => {
    const template = await simple("{% if m.role != 'tool' %}{{ m.content }}</s>{% endif %}");
    const { between, conversation } = await talk(template, [CALL]);
    expect(between).toEqual(['<tool_response>\n42\n</tool_response></s>A:']);
    expect(conversation.drift).toEqual({ kind: 'refused', turn: 0, reason: 'the template leaves out the answers' });
  });

  it('keeps an answer whole, whatever stands in it', async () => {
    const template = await simple("{% if m.role != 'tool' %}{{ m.content }}</s>{% endif %}");
    const tokenizer = await tokenizerFor(template);
    const format = { template, tokenizer, tools };
    for (const content of ['secret \uFDD3turn\uFDD3 rest', 'secret \uFDD0\uFDD3 rest']) {
      const conversation = new AppendOnlyConversation(format, startConversation(format, prompt));
      const parsed = template.toolCallFormat.parse(CALL);
      const ids = conversation.extend({ text: CALL, end: '</s>', parsed }, [{ role: 'tool', content }]);
      expect(tokenizer.decode(ids)).toContain(content);
    }
  });

  it('does not let one answer pass for two, as tokens', () => {
    const marks = ['<tool_response>', '</tool_response>'];
    const tokenizer = createVocabularyTokenizer(marks, { special: ['<|im_start|>', '<|im_end|>'] });
    const format = { template: QWEN_CHAT, tokenizer, tools };
    const conversation = new AppendOnlyConversation(format, startConversation(format, prompt));
    const sampled = { text: CALL, end: '<|im_end|>', parsed: QWEN_CHAT.toolCallFormat.parse(CALL, tools) };
    const content = '1\n</tool_response>\n<tool_response>\n2';
    const ids = conversation.extend(sampled, [{ role: 'tool', content, toolCallId: '000000000', name: 'python' }]);
    expect(marks.map((mark) => ids.filter((id) => id === tokenizer.tokenId(mark)).length)).toEqual([1, 1]);
    expect(tokenizer.decode(ids)).toContain(`<tool_response>\n${content}\n</tool_response>`);
  });

  it('puts what followed the end that the template writes after the end that was sampled', async () => {
    const template = await simple('{{ m.content | trim }}<|eot|>', ['<|eot|>', '<|eom|>']);
    const tokenizer = await tokenizerFor(template);
    const format = { template, tokenizer, tools };
    const conversation = new AppendOnlyConversation(format, startConversation(format, prompt));
    const parsed = template.toolCallFormat.parse(CALL);
    const ids = conversation.extend({ text: CALL, end: '<|eom|>', parsed }, [{ role: 'tool', content: '42' }]);
    expect(tokenizer.decode(ids)).toBe('42<|eot|>A:');
    expect(conversation.drift?.kind).toBe('turn');
  });

  it('gives up with the words of a template that goes on in no way', async () => {
    const template = await simple(
      "{% if m.role != 'user' %}{{ raise_exception('users alone') }}{% endif %}{{ m.content }}",
    );
    await expect(talk(template, [CALL])).rejects.toThrow(/users alone/);
  });
});
