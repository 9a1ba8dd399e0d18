import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { Rollout } from '../../src/base/index.js';
import { createGateway } from '../../src/gateway/index.js';
import { createEnginePolicy, loadChatTemplate, loadTokenizer } from '../../src/rollout/index.js';

/** What the clients were given. */
export interface EngineScenario {
  readonly rollout: Rollout;
  readonly call: string;
  readonly json: string;
  readonly texts: readonly string[];
}

const PICK = {
  name: 'pick',
  description: 'Picks a number.',
  parameters: {
    type: 'object' as const,
    properties: { number: { type: 'integer', enum: [6, 7] } },
    required: ['number'],
    additionalProperties: false,
  },
};

/**
 * What clients ask of a gateway before a real engine while it is recorded, and again while the recording is played back: words whole and streamed, a
 * history that was edited, a call that is forced and its result, JSON of a schema, a stop text, and the other two dialects.
 *
 * @param model - The folder with the model's tokenizer and chat template.
 */
export async function playEngineScenario(url: string, model: string): Promise<EngineScenario> {
  const [policy, tokenizer, chatTemplate] = await Promise.all([
    createEnginePolicy({ url }),
    loadTokenizer(model),
    loadChatTemplate(model),
  ]);
  const gateway = await createGateway({ policy, tokenizer, chatTemplate, seed: 'recorded', retry: { retries: 0 } });
  try {
    const session = gateway.open({ groupId: 'g', id: 'g-0' });
    const { chat, responses } = new OpenAI({ ...session.openai, maxRetries: 0 });
    const { messages } = new Anthropic({ ...session.anthropic, maxRetries: 0 });
    const user = (content: string) => ({ role: 'user' as const, content });
    const body = { model: 'policy', max_tokens: 24 };
    const tools = [{ type: 'function' as const, function: PICK }];

    const first = (await chat.completions.create({ ...body, messages: [user('Hi 👋')] })).choices[0]!.message;
    const goesOn = [user('Hi 👋'), { role: 'assistant' as const, content: first.content }, user('Go on.')];
    const second = await chat.completions.stream({ ...body, messages: goesOn }).finalContent();
    const edited = [user('Hi 👋'), { role: 'assistant' as const, content: 'Hello.' }, user('Go on.')];
    const third = (await chat.completions.create({ ...body, messages: edited })).choices[0]!.message;

    const forced = { ...body, max_tokens: 200, tools, tool_choice: 'required' as const, messages: [user('Pick.')] };
    const called = await chat.completions.stream(forced).finalMessage();
    const [call] = called.tool_calls!;
    const result = { role: 'tool' as const, tool_call_id: call!.id, content: 'picked 世' };
    const after = await chat.completions.create({ ...body, tools, messages: [user('Pick.'), called, result] });

    const schema = { name: 'pick', schema: PICK.parameters, strict: true };
    const format = { response_format: { type: 'json_schema' as const, json_schema: schema } };
    const json = await chat.completions.create({ ...body, max_tokens: 200, ...format, messages: [user('As JSON.')] });
    const stopped = await chat.completions.create({ ...body, max_tokens: 400, stop: ['e'], messages: [user('Stop.')] });

    const respond = { model: 'policy', max_output_tokens: 24 };
    const response = await responses.create({ ...respond, input: 'Hi there.' });
    const more = { ...respond, input: 'More.', previous_response_id: response.id };
    const streamed = await responses.stream(more).finalResponse();
    const message = await messages.stream({ ...body, system: 'You talk.', messages: [user('Hi?')] }).finalText();

    const outcome = await session.close({ reward: 1 });
    if (outcome.kind !== 'completed') throw new Error(JSON.stringify(outcome));
    const texts = [first.content, second, third.content, after.choices[0]!.message.content];
    return {
      rollout: outcome.rollout,
      call: call!.type === 'function' ? call!.function.arguments : '',
      json: json.choices[0]!.message.content!,
      texts: [...texts, stopped.choices[0]!.message.content, response.output_text, streamed.output_text, message].map(
        (text) => text ?? '',
      ),
    };
  } finally {
    await gateway.close();
    await policy.close!();
  }
}
