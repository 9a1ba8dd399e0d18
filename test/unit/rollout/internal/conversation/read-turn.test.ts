import { describe, expect, it } from 'vitest';
import { createChatTemplate, toolCallFormat } from '../../../../../src/rollout/index.js';
import { thinkingOf } from '../../../../../src/rollout/chat-template/internal/examine/examine-source.js';
import { readTurnBehind } from '../../../../../src/rollout/internal/conversation/read-turn.js';
import { THINKING } from '../../../../../src/rollout/tool-calls/internal/thinking.js';

const CALL = '<tool_call>\n{"name": "look_up", "arguments": {}}\n</tool_call>';
const callsOf = (prompt: string, turn: string) =>
  readTurnBehind(THINKING.openedBy(prompt), turn, { toolCallFormat: toolCallFormat('hermes') }, []).calls.length;

describe('a turn behind a prompt that opens the thinking', () => {
  it.each([
    ['<think>', '</think>'],
    ['<|think|>', '<|end|>'],
    ['<|START_THINKING|>', '<|END_THINKING|>'],
    ['[THINK]', '[/THINK]'],
    ['<reason>', '</reason>'],
    ['<thinking>', '</thinking>'],
    ['<thought>', '</thought>'],
  ])('calls nothing before the mark that closes %s', (open, close) => {
    const prompt = `<|im_start|>assistant\n${open}\n`;
    expect(callsOf(prompt, `so ${CALL} is how ${close}\n${CALL}`)).toBe(1);
    expect(callsOf(prompt, `so ${CALL} is how`)).toBe(0);
  });

  it('is not closed by the mark of another kind of thinking', () => {
    expect(callsOf('assistant\n<think>', `a <|END_THINKING|> ${CALL}`)).toBe(0);
  });

  it('is read whole behind a prompt that opens none', () => {
    expect(THINKING.openedBy('<think>done</think>\nassistant\n')).toBeUndefined();
    expect(callsOf('assistant\n', CALL)).toBe(1);
  });
});

describe('a call that is quoted in thinking', () => {
  it.each([
    ['<think>', '</think>'],
    ['<reason>', '</reason>'],
    ['<reasoning>', '</reasoning>'],
    ['<thinking>', '</thinking>'],
    ['<thought>', '</thought>'],
    ['[THINK]', '[/THINK]'],
  ])('is none between %s and %s', (open, close) => {
    expect(callsOf('assistant\n', `${open}so ${CALL} is how${close}\n${CALL}`)).toBe(1);
    expect(callsOf('assistant\n', `so ${CALL} is how${close}\n${CALL}`)).toBe(1);
    expect(callsOf('assistant\n', `${open}so ${CALL} is how`)).toBe(0);
  });

  const asked = "{% for m in messages %}{{ m.role }}: {% if m.role == 'assistant' %}";
  const end = '</s>{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}';
  it.each([
    [
      'the template writes about thinking that it is given',
      `${asked}{% if m.reasoning_content %}<muse>{{ m.reasoning_content }}</muse>{% endif %}{% endif %}{{ m.content }}${end}`,
    ],
    [
      'the template drops from past turns',
      `${asked}{% if '<muse>' in m.content and not loop.last %}{{ m.content.split('</muse>')[-1] }}{% else %}{{ m.content }}{% endif %}{% else %}{{ m.content }}{% endif %}${end}`,
    ],
    [
      "the template's prompt opens",
      `${asked}<muse></muse>{% endif %}{{ m.content }}</s>{% endfor %}{% if add_generation_prompt %}assistant: <muse>{% endif %}`,
    ],
  ])('is none between marks that %s', async (_, source) => {
    const template = await createChatTemplate({ source, endTokens: ['</s>'] });
    const thinkingEnd = thinkingOf(template).openedBy(template.render([], { addGenerationPrompt: true }));
    const opens = thinkingEnd === undefined ? '<muse>' : '';
    const read = (turn: string) => readTurnBehind(thinkingEnd, turn, template, []).calls.length;
    expect(read(`${opens}so ${CALL} is how</muse>\n${CALL}`)).toBe(1);
    expect(read(`${opens}so ${CALL} is how`)).toBe(0);
    expect(
      readTurnBehind(undefined, `<muse>${CALL}</muse>`, { toolCallFormat: toolCallFormat('hermes') }, []).calls,
    ).toHaveLength(1);
  });

  it('is none of what tags a template puts about every turn', async () => {
    const source =
      '{% for m in messages %}<{{ m.role }}>{{ m.content }}</{{ m.role }}>{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}{# <assistant></assistant> #}';
    const template = await createChatTemplate({ source, endTokens: ['</assistant>'] });
    expect(thinkingOf(template).openedBy(template.render([], { addGenerationPrompt: true }))).toBeUndefined();
  });
});
