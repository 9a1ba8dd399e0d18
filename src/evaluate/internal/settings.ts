import type { ResolvedProblem } from '../evaluate-options.js';

/** What a sample depends on beside its name: samples of other settings do not belong together. */
export type EvaluationSettings = Readonly<Record<string, string | number>>;

/** @returns The settings, and of each data set a fingerprint of what is asked. */
export async function settingsOf(
  problems: readonly ResolvedProblem[],
  { name, weights, maxTokens, maxTurns, topP, tools, entropies }: SettingOptions,
): Promise<EvaluationSettings> {
  const datasets = [...new Set(problems.map(({ dataset }) => dataset))];
  const prints = await Promise.all(
    datasets.map(async (dataset) => {
      const asked = problems.filter((problem) => problem.dataset === dataset);
      return [`dataset ${dataset}`, await fingerprint(asked)] as const;
    }),
  );
  return {
    ...(name === undefined ? {} : { name }),
    ...(weights === undefined ? {} : { weights }),
    maxTokens,
    maxTurns,
    topP,
    tools: tools.map((tool) => tool.name).join(', ') || 'none',
    entropies: entropies ? 'kept' : 'none',
    ...Object.fromEntries(prints),
  };
}

interface SettingOptions {
  readonly name?: string | undefined;
  readonly weights?: string | undefined;
  readonly maxTokens: number;
  readonly maxTurns: number;
  readonly topP: number;
  readonly entropies: boolean;
  readonly tools: readonly { readonly name: string }[];
}

async function fingerprint(problems: readonly ResolvedProblem[]): Promise<string> {
  const text = JSON.stringify(problems.map(({ id, prompt, groundTruth }) => [id, prompt, groundTruth]));
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
