/** The agent of the guide's check: one question, one answer. Its rollouts are judged by the problem's `groundTruth`. */
import { generateText } from 'ai';
import type { AgentFunction } from 'rstar2-agent/gateway';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const agent: AgentFunction = async ({ task, model, signal }) => {
  await generateText({ model, messages: task.messages, abortSignal: signal, allowSystemInMessages: true });
};

export default agent;
