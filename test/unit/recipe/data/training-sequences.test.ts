import { expect, it } from 'vitest';
import { DatasetError, type ChatConversation, type TemplateMessage } from '../../../../src/base/index.js';
import { trainingSequences, type TrainingSequence } from '../../../../src/recipe/index.js';
import type { RefusedConversation } from '../../../../src/recipe/data/training-sequences.js';
import { layOutConversation } from '../../../../src/rollout/internal/index.js';
import { publishedTemplate, tokenizerFor } from '../../rollout/published-templates.js';
import { all } from './all.js';

const template = await publishedTemplate('mistral-nemo');
const format = { template, tokenizer: await tokenizerFor(template) };

const chat = (...words: string[]): ChatConversation => ({
  tools: [],
  messages: words.map((content, i): TemplateMessage => ({ role: i % 2 === 0 ? 'user' : 'assistant', content })),
});
const good = chat('What is 6 * 7?', '42');
const long = chat('What is 6 * 7?', '42 '.repeat(200));
const turned: ChatConversation = { ...good, messages: [good.messages[0]!, ...good.messages] };

it('has one sequence of each conversation, with its place', async () => {
  const sequences = await all(trainingSequences([good, long], format));
  expect(sequences).toEqual([good, long].map((each, place): TrainingSequence => ({ ...layOutConversation(each, format), place })));
});

it('tells of every conversation that is none, that the template refuses or that is too long, and goes on', async () => {
  const refused: RefusedConversation[] = [];
  const streamed = [chat('Who?'), turned, good, long, chat(), good];
  const sequences = await all(trainingSequences(streamed, format, { length: 100, onRefused: (each) => void refused.push(each) }));
  expect(sequences.map(({ place }) => place)).toEqual([2, 5]);
  expect(refused.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
    '0: messages: expected at least one turn of the assistant, got none',
    expect.stringMatching(/^1: messages\[0\]: mistral-nemo: the chat template refuses the conversation: .*alternate/),
    expect.stringMatching(/^3: expected at most 100 tokens, got \d{3}$/),
    '4: messages: expected at least one turn of the assistant, got none',
  ]);
  expect(refused[1]!.conversation).toBe(turned);
});

it('ends at the first that is none where nobody is told of it, and names it', async () => {
  await expect(all(trainingSequences([{ ...turned, id: 'chat.jsonl:7' }], format))).rejects.toThrow(/^chat\.jsonl:7: messages\[0\]/);
  const unnamed = all(trainingSequences([good, turned], format));
  await expect(unnamed).rejects.toThrow(/^conversation 1: messages\[0\]/);
  await expect(unnamed).rejects.toBeInstanceOf(DatasetError);
});

it('takes for the length what the model reads, and numbers on from where a stream starts', async () => {
  const short = { ...format, template: { ...template, contextLength: 10 } };
  await expect(all(trainingSequences([good], short))).rejects.toThrow(/expected at most 10 tokens/);
  expect((await all(trainingSequences([good], format, { start: 7 })))[0]!.place).toBe(7);
  await expect(all(trainingSequences([good], format, { length: 0 }))).rejects.toThrow(/options\.length/);
});
