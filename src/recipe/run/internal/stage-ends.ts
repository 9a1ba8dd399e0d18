import * as z from 'zod';
import type { RunFiles } from '../../internal/run-files.js';
import type { StageEndReason } from '../../stages/stage-rules.js';
import type { RunPosition } from '../run-store.js';

/** Where and why a stage ended. */
export type StageEnd = RunPosition & { readonly reason: StageEndReason | 'collapsed' };

const FILE = 'stages.json';

const schema = z.array(
  z.object({ stage: z.string(), step: z.int(), reason: z.enum(['steps', 'solved-groups', 'plateau', 'collapsed']) }),
);

/** @returns The stages of a run that have ended, in order. */
export async function readStageEnds(files: RunFiles): Promise<readonly StageEnd[]> {
  return (await files.readJson(schema, FILE)) ?? [];
}

/** Keeps where and why stages ended; earlier entries of these stages are replaced. */
export async function keepStageEnds(files: RunFiles, ...ends: readonly StageEnd[]): Promise<void> {
  const others = (await readStageEnds(files)).filter((known) => !ends.some(({ stage }) => stage === known.stage));
  await files.writeJson(FILE, [...others, ...ends]);
}

/** Removes the entry of a stage that goes on after its end, with more steps than before. */
export async function reopenStage(files: RunFiles, name: string): Promise<void> {
  const ends = await readStageEnds(files);
  const others = ends.filter(({ stage }) => stage !== name);
  if (others.length < ends.length) await files.writeJson(FILE, others);
}
