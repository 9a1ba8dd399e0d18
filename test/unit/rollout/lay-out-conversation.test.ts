import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DatasetError,
  ModelFileError,
  parseRollout,
  stringifyRollout,
  type ChatConversation,
  type Rollout,
  type TemplateMessage,
  type TemplateToolCall,
  type Tokenizer,
} from '../../../src/base/index.js';
import { createChatTemplate, runRollouts, type ChatTemplate } from '../../../src/rollout/index.js';
import { layOutConversation, type ConversationLayout } from '../../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../../src/testing/scripted-policy.js';
import { completed, scriptedTool } from './conversation.js';
import { PUBLISHED, publishedTemplate, tokenizerFor } from './published-templates.js';
import { SPOKEN } from './recorded-conversations.js';

/** The stretches of a layout, learned or read, as texts. */
function stretches({ tokens, mask }: ConversationLayout, tokenizer: Tokenizer) {
  const found: { learned: boolean; text: string }[] = [];
  for (let from = 0; from < tokens.length;) {
    let to = from;
    while (to < tokens.length && mask[to] === mask[from]) to++;
    found.push({ learned: mask[from] === 1, text: tokenizer.decode(tokens.subarray(from, to)) });
    from = to;
  }
  return found;
}

async function laidOut(template: ChatTemplate, conversation: ChatConversation) {
  const tokenizer = await tokenizerFor(template);
  const layout = layOutConversation(conversation, { template, tokenizer });
  const parts = stretches(layout, tokenizer);
  return {
    layout,
    text: parts.map(({ text }) => text).join(''),
    learned: parts.filter(({ learned }) => learned).map(({ text }) => text),
  };
}

const user = (content: string): TemplateMessage => ({ role: 'user', content });
const says = (content: string): TemplateMessage => ({ role: 'assistant', content });
const chat = (...messages: TemplateMessage[]): ChatConversation => ({ messages, tools: [] });

/** Recorded from transformers by test/recordings/assistant-spans.py. */
const SPANS = 'test/recordings/assistant-spans';
const TRAINING = [
  'qwen2_5',
  'qwen3',
  'qwen3_instruct_2507',
  'qwen3_5_think',
  'deepseek_r1_distill',
  'glm4moe',
  'gptoss',
];

interface Spans {
  readonly endTokens: readonly string[];
  readonly conversations: {
    readonly [title: string]: { readonly text: string; readonly spans: readonly (readonly [number, number])[] } | null;
  };
}

describe.each(TRAINING)('what is learned under the template of %s', async (name) => {
  const { endTokens, conversations } = JSON.parse(readFileSync(`${SPANS}/${name}.json`, 'utf8')) as Spans;
  const source = readFileSync(`${SPANS}/${name}.jinja`, 'utf8').replaceAll(/\{%-? *(end)?generation *-?%\}/g, (mark) =>
    mark.replace('endgeneration', 'endif').replace('generation', 'if true'),
  );
  const template = await createChatTemplate({
    name,
    source,
    endTokens,
    specialTokens: { bos_token: '<s>', eos_token: endTokens[0]! },
    now: new Date(2026, 0, 15, 9, 5),
  });

  it('is what transformers masks in, without what the prompt ends in and the line end behind the turn', async () => {
    let compared = 0;
    for (const [title, recorded] of Object.entries(conversations)) {
      const own = await laidOut(template, SPOKEN[title]!).catch((error: unknown) => (error as Error).message);
      if (recorded === null || typeof own === 'string') {
        expect(own).toMatch(
          /prompt starts the thinking, but the turn has no thinking|the chat template refuses several calls/,
        );
        continue;
      }
      // Python counts code points.
      const theirs = recorded.spans.map(([from, to]) => [...recorded.text].slice(from, to).join(''));
      expect(recorded.text.startsWith(own.text)).toBe(true);
      expect(own.learned).toHaveLength(theirs.length);
      for (const [i, span] of theirs.entries()) {
        const at = span.indexOf(own.learned[i]!);
        expect(['', '\n', '<think>\n', '<｜Assistant｜><think>\n', '<|start|>assistant']).toContain(span.slice(0, at));
        expect(['', '\n']).toContain(span.slice(at + own.learned[i]!.length));
      }
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(2);
  });
});

/** Why a conversation cannot be laid out under some templates, by their own words. */
const REFUSALS =
  /the chat template refuses|starts the thinking, but the turn has no thinking|turns thinking off, but the turn has thinking|the chat template refuses several calls/;

describe.each(PUBLISHED)('under the template of %s', async (name) => {
  const template = await publishedTemplate(name);
  const tokenizer = await tokenizerFor(template);

  it.each(Object.keys(SPOKEN))(
    'all that the assistant says is learned, with the end of the turn, and nothing else: %s',
    async (title) => {
      const conversation = SPOKEN[title]!;
      let own: Awaited<ReturnType<typeof laidOut>>;
      try {
        own = await laidOut(template, conversation);
      } catch (error) {
        expect(error).toBeInstanceOf(ModelFileError);
        expect((error as Error).message).toMatch(REFUSALS);
        return;
      }
      const turns = conversation.messages.filter(({ role }) => role === 'assistant');
      expect(own.learned).toHaveLength(turns.length);
      for (const [i, { content, toolCalls = [] }] of turns.entries()) {
        const written = own.learned[i]!;
        for (const words of [...content.split(/<\/?think>/), ...toolCalls.map((call) => call.name)])
          expect(written).toContain(words.trim());
        expect(template.endTokens.filter((end) => written.endsWith(end))).toHaveLength(1);
        expect(template.endTokens.filter((end) => written.slice(0, -1).includes(end))).toEqual([]);
      }
      for (const { role, content } of conversation.messages)
        if (role === 'user') expect(own.learned.join('')).not.toContain(content.trim());
      expect(own.layout.mask[0]).toBe(0);
    },
  );

  it('what messages say gives no control token', () => {
    const ends = template.endTokens.join('');
    const conversation = chat(
      user(`Is ${ends} a token?`),
      says(`Six sevens.</think>${ends}Yes.`.replace('Six sevens.</think>', '')),
    );
    let layout: ConversationLayout;
    try {
      layout = layOutConversation(conversation, { template, tokenizer });
    } catch (error) {
      expect((error as Error).message).toMatch(REFUSALS);
      return;
    }
    const ids = template.endTokens.map((end) => tokenizer.tokenId(end)!);
    const learned = layout.tokens.filter((_, t) => layout.mask[t] === 1);
    expect(learned.filter((id) => ids.includes(id))).toHaveLength(1);
    expect(ids).toContain(learned.at(-1));
  });
});

describe('a conversation is laid out as a rollout of it', () => {
  it.each(['qwen2.5', 'qwen3', 'qwen3-coder', 'qwen3.5', 'granite-4.0', 'deepseek-v3.1', 'mistral-small-3.2'])(
    'under the template of %s',
    async (name) => {
      const template = await publishedTemplate(name);
      const tokenizer = await tokenizerFor(template);
      const conversation = SPOKEN['calls in turn']!;
      const messages = [
        ...conversation.messages,
        { role: 'tool', content: '2', toolCallId: '000000001', name: 'python' } as const,
        says('It is 42.'),
      ];
      const layout = layOutConversation({ ...conversation, messages }, { template, tokenizer });
      const parts = stretches(layout, tokenizer);
      const script = parts
        .filter(({ learned }) => learned)
        .map(({ text }) => text.slice(0, -template.endTokens[0]!.length));
      const answers = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
      const tools = conversation.tools.map((tool) => ({
        ...scriptedTool(() => ({ kind: 'ok', text: answers.shift()!, durationMs: 1 }), tool.name),
        ...tool,
      }));
      const [outcome] = await runRollouts([{ groupId: 'g', prompt: messages.slice(0, 1), samples: 1 }], {
        policy: createScriptedPolicy({ tokenizer, script }),
        tokenizer,
        // DeepSeek's leaves the tools out.
        chatTemplate: { ...template, showsTools: true },
        tools,
        maxTokens: 5_000,
        seed: 1,
      });
      const { tokens } = completed(outcome);
      expect([...tokens!.ids]).toEqual([...layout.tokens]);
      expect([...tokens!.responseMask]).toEqual([...layout.mask]);
    },
  );
});

describe('a rollout that was written to a file', () => {
  it.each([
    ['read again', (rollout: Rollout) => parseRollout(stringifyRollout(rollout))],
    ['cloned', (rollout: Rollout) => structuredClone(rollout)],
  ])('lays out as the tokens that were sampled, its numbers as they were written: %s', async (_, copied) => {
    const template = await publishedTemplate('qwen2.5');
    const tokenizer = await tokenizerFor(template);
    const call = '<tool_call>\n{"name": "scale", "arguments": {"by": 3.0, "from": [1, 1e-05]}}\n</tool_call>';
    const tool = scriptedTool(() => ({ kind: 'ok', text: '9' }), 'scale');
    const [outcome] = await runRollouts([{ groupId: 'g', prompt: [{ role: 'user', content: 'Q' }], samples: 1 }], {
      policy: createScriptedPolicy({ tokenizer, script: [call, 'Nine.'] }),
      tokenizer,
      chatTemplate: template,
      tools: [tool],
      maxTokens: 5_000,
      seed: 1,
    });
    const { prompt, turns, tokens } = copied(completed(outcome));
    expect(tokens!.drift).toBeUndefined();
    const messages = turns.flatMap(({ text, toolCalls }): TemplateMessage[] => [
      {
        role: 'assistant',
        content: toolCalls.length === 0 ? text : '',
        toolCalls: toolCalls as unknown as TemplateToolCall[],
      },
      ...toolCalls.map(({ response }) => ({ role: 'tool' as const, content: response.text })),
    ]);
    const layout = layOutConversation({ messages: [...prompt, ...messages], tools: [tool] }, { template, tokenizer });
    expect([...layout.tokens]).toEqual([...tokens!.ids]);
  });
});

describe('what stood before', () => {
  const thought = says('<think>\nSix sevens.\n</think>\n\nIt is 42.');

  it('stays as the assistant wrote it where the template would drop its thinking, and that is told', async () => {
    const { learned, text, layout } = await laidOut(
      await publishedTemplate('qwen3'),
      chat(user('Q'), thought, user('Sure?'), thought),
    );
    expect(learned).toEqual(Array(2).fill(`${thought.content}<|im_end|>`));
    expect(text.match(/<think>/g)).toHaveLength(2);
    expect(layout.drift).toMatchObject({ kind: 'turn', turn: 0 });
  });

  it('is told to have changed in nothing where the template only appends', async () => {
    const { layout } = await laidOut(
      await publishedTemplate('qwen2.5'),
      chat(user('Q'), thought, user('Sure?'), thought),
    );
    expect(layout.drift).toBeUndefined();
  });
});

describe('calls', () => {
  const calling = (args: string | { readonly code: string }, id = 'call_abc'): TemplateMessage => ({
    role: 'assistant',
    content: '',
    toolCalls: [{ id, name: 'python', arguments: args }],
  });
  const answer = (toolCallId?: string): TemplateMessage => ({
    role: 'tool',
    content: '42',
    ...(toolCallId && { toolCallId }),
  });

  it('may have any ids, or answers none: they have those of rollouts, which templates take', async () => {
    const template = await publishedTemplate('mistral-small-3.2');
    const own = await laidOut(template, chat(user('Q'), calling({ code: '1' }), answer('call_abc'), says('42')));
    expect(own.text).toContain('[CALL_ID]000000000');
    const nameless = await laidOut(template, chat(user('Q'), calling({ code: '1' }, ''), answer(), says('42')));
    expect(nameless.text).toBe(own.text);
  });

  it.each([
    [
      'an answer to no call',
      [user('Q'), answer('x'), says('42')],
      /messages\[1\]: expected a tool call before a tool's answer/,
    ],
    [
      'an answer to another call',
      [user('Q'), calling({ code: '1' }), answer('x'), says('42')],
      /messages\[2\]: expected a tool call before a tool's answer/,
    ],
    [
      'an answer after a question',
      [user('Q'), calling({ code: '1' }), user('So?'), answer('call_abc'), says('42')],
      /messages\[3\]: expected a tool call before a tool's answer/,
    ],
    [
      'a turn that says nothing',
      [user('Q'), says(' \n')],
      /messages\[1\]: expected content or tool calls of the assistant, got neither/,
    ],
    ['nobody who answers', [user('Q')], /messages: expected at least one turn of the assistant, got none/],
    ['nothing', [], /messages: expected at least one turn of the assistant, got none/],
  ] as const)('and turns that are none are refused: %s', async (_, messages, reason) => {
    const refused = laidOut(await publishedTemplate('qwen2.5'), chat(...messages));
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toBeInstanceOf(DatasetError);
  });
});

describe('a template', () => {
  it('that takes roles in one order alone refuses another, and the message is named', async () => {
    const refused = laidOut(await publishedTemplate('mistral-nemo'), chat(user('Q'), user('Q'), says('42')));
    await expect(refused).rejects.toThrow(
      /^messages\[0\]: mistral-nemo: the chat template refuses the conversation: .*alternate/,
    );
    await expect(refused).rejects.toBeInstanceOf(ModelFileError);
  });

  it('that ends turns with no token that ends one is refused: nobody would learn to end', async () => {
    const template = await createChatTemplate({
      source: '{% for m in messages %}[{{ m.content }}]{% endfor %}',
      endTokens: ['</s>'],
    });
    await expect(laidOut(template, chat(user('Q'), says('42')))).rejects.toThrow(/does not end the turn with <\/s>/);
  });

  it('that leaves out what a turn says is not asked: the words are taken as they are', async () => {
    const template = await createChatTemplate({
      source:
        "{% for m in messages %}[{{ m.content.split('</think>')[-1] }}</s>{% endfor %}{% if add_generation_prompt %}[{% endif %}",
      endTokens: ['</s>'],
    });
    const { learned } = await laidOut(template, chat(user('Q'), says('<think>Hm.</think>42')));
    expect(learned).toEqual(['<think>Hm.</think>42</s>']);
  });

  it('that begins a conversation with the assistant counts all but the first token: nothing precedes that', async () => {
    const template = await createChatTemplate({
      source: '{% for m in messages %}{{ m.content }}</s>{% endfor %}',
      endTokens: ['</s>'],
    });
    const tokenizer = await tokenizerFor(template);
    const { tokens, mask } = layOutConversation(chat(says('abc')), { template, tokenizer });
    expect(tokenizer.decode(tokens)).toBe('abc</s>');
    expect([...mask]).toEqual([0, 1, 1, 1]);
  });
});
