import { describe, expect, it } from 'vitest';
import { toolCallFormat } from '../../../../src/rollout/index.js';
import { readTurnBehind } from '../../../../src/rollout/internal/read-turn.js';
import { openThinking } from '../../../../src/rollout/internal/thinking.js';

const CALL = '<tool_call>\n{"name": "look_up", "arguments": {}}\n</tool_call>';
const callsOf = (prompt: string, turn: string) =>
  readTurnBehind(openThinking(prompt), turn, toolCallFormat('hermes'), []).calls.length;

describe('a turn behind a prompt that opens the thinking', () => {
  it.each([
    ['<think>', '</think>'],
    ['<|think|>', '<|end|>'],
    ['<|START_THINKING|>', '<|END_THINKING|>'],
    ['[THINK]', '[/THINK]'],
  ])('calls nothing before the mark that closes %s', (open, close) => {
    const prompt = `<|im_start|>assistant\n${open}\n`;
    expect(callsOf(prompt, `so ${CALL} is how ${close}\n${CALL}`)).toBe(1);
    expect(callsOf(prompt, `so ${CALL} is how`)).toBe(0);
  });

  it('is not closed by the mark of another kind of thinking', () => {
    expect(callsOf('assistant\n<think>', `a <|END_THINKING|> ${CALL}`)).toBe(0);
  });

  it('is read whole behind a prompt that opens none', () => {
    expect(openThinking('<think>done</think>\nassistant\n')).toBeUndefined();
    expect(callsOf('assistant\n', CALL)).toBe(1);
  });
});
