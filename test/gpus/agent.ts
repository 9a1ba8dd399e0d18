/** The agent of the guide's check: one question, one answer. Its rollouts are judged by the problem's `groundTruth`. */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { generateText } from 'ai';
import type { AgentFunction } from 'rstar2-agent/gateway';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** While the check makes this file, rollouts wait: an engine that was killed has time to start. */
const WAIT_FILE = process.env['WAIT_FILE'] ?? '';

const agent: AgentFunction = async ({ task, model, signal }) => {
  while (existsSync(WAIT_FILE)) await setTimeout(100, undefined, { signal });
  await generateText({ model, messages: task.messages, abortSignal: signal, allowSystemInMessages: true });
};

export default agent;
