import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from 'rstar2-agent';
import { RECIPES, type RlStage } from 'rstar2-agent/recipe';
import { createChatTemplate, loadHuggingFaceTokenizer } from 'rstar2-agent/rollout';
import { playDemonstrations, systemFor, withSystem, type Chat } from '../../examples/finetune/chat.js';
import { readDemonstrations } from '../../examples/finetune/data.js';
import { byteLevelTokenizerJson } from '../unit/rollout/byte-level-bpe.js';

const TEMPLATES = join(import.meta.dirname, '..', 'recordings', 'chat-templates');
const BARE = '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}';

const python: Tool = {
  name: 'python',
  description: 'Runs Python.',
  parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  execute: () => Promise.resolve({ kind: 'ok', text: '42' }),
};

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'finetune-data-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(...lines: unknown[]): string {
  const path = join(folder, 'data.jsonl');
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return path;
}

async function chatOf(source: string, maxTokens = 500): Promise<Chat> {
  const chatTemplate = await createChatTemplate({ source, endTokens: ['<|im_end|>'] });
  const tokenizer = await loadHuggingFaceTokenizer(byteLevelTokenizerJson([]), {});
  const rl = { ...(RECIPES.demo.stages[1] as RlStage), sampling: { maxTurns: 3, maxTokens } };
  return {
    ...{ chatTemplate, tokenizer, tool: python, tools: [python], seed: 'seed' },
    recipe: { ...RECIPES.demo, stages: [rl] },
    system: systemFor(chatTemplate, python),
  };
}

const qwen3 = () => chatOf(readFileSync(join(TEMPLATES, 'qwen3.jinja'), 'utf8'));
const asks = { role: 'user', content: '6 times 7?' };
const says = (content: string) => ({ role: 'assistant', content });
const CALL = '<tool_call>\n{"name": "python", "arguments": {"code": "print(6 * 7)"}}\n</tool_call>';

describe('what a model is told of the tool', () => {
  it('stands in the system message where its template has no place for tools, before a prompt that has none', async () => {
    expect((await qwen3()).system).toBeUndefined();
    const { system } = await chatOf(BARE);
    expect(system).toContain('"name":"python"');
    expect(withSystem([asks], system)).toEqual([{ role: 'system', content: system }, asks]);
    const own = [{ role: 'system', content: 'Mine.' }, asks];
    expect(withSystem(own, system)).toBe(own);
  });
});

describe('demonstrations', () => {
  const learnt = async (messages: readonly object[], chat: Chat) => {
    const [sequence] = await playDemonstrations(readDemonstrations(fileOf({ messages })), chat);
    const { tokens, mask } = sequence!;
    return chat.tokenizer.decode(tokens.filter((_, t) => mask[t] === 1));
  };

  it("teach what the assistant says, end tokens included, and nothing of the user's or the tool's", async () => {
    const messages = [asks, says(CALL), { role: 'tool', content: 'not read' }, says('\\boxed{42}')];
    expect(await learnt(messages, await qwen3())).toBe(`${CALL}<|im_end|>\\boxed{42}<|im_end|>`);
  });

  it("write out calls that stand beside the content as the model's template does", async () => {
    const call = { function: { name: 'python', arguments: { code: 'print(6 * 7)' } } };
    const messages = [asks, { ...says('Let me see.'), tool_calls: [call] }, says('\\boxed{42}')];
    expect(await learnt(messages, await qwen3())).toContain(`Let me see.\n${CALL}<|im_end|>`);
  });

  it('are refused where a rollout could not be so', async () => {
    const chat = await qwen3();
    await expect(learnt([says('I begin.'), asks], chat)).rejects.toThrow(/data\.jsonl:1: expected a prompt/);
    await expect(learnt([asks, says('42'), asks, says('42')], chat)).rejects.toThrow(
      /data\.jsonl:1: expected a tool call/,
    );
    const short = { ...chat, recipe: (await chatOf(BARE, 3)).recipe };
    await expect(learnt([asks, says('\\boxed{42}')], short)).rejects.toThrow(/data\.jsonl:1: expected at most/);
  });
});
