import { THINKING, type Thinking } from '../../../tool-calls/internal/index.js';

/** What a template leaves out of a conversation without a word. */
export type LeftOut = "the user's message" | "the assistant's text" | "the tools' results";

/** What is found out about a template when it is made, beside what it says of itself. */
export interface Examination {
  readonly thinking: Thinking;
  readonly leavesOut: readonly LeftOut[];
}

/** @returns The marks of thinking of a template; those of published models for one of a user's own. */
export function thinkingOf(template: object): Thinking {
  return (template as Partial<Examination>).thinking ?? THINKING;
}

/** @returns What a template leaves out; nothing for one of a user's own, and of tools' results where there are no tools. */
export function leftOutBy(template: object, tools: readonly unknown[]): readonly LeftOut[] {
  const { leavesOut = [] } = template as Partial<Examination>;
  return leavesOut.filter((what) => tools.length > 0 || what !== "the tools' results");
}
