import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../../../../src/io/index.js';
import { engineOf } from '../../../../../src/tinker/server/internal/engine/engine.js';
import { Samplers } from '../../../../../src/tinker/server/internal/sampling/samplers.js';
import { TinkerService } from '../../../../../src/tinker/server/internal/tinker-service.js';
import { TrainingRuns } from '../../../../../src/tinker/server/internal/runs/training-runs.js';
import { serverOptionsSchema } from '../../../../../src/tinker/server/options.js';

const ends: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

/** A service over learners of which only what is given here is asked. */
async function serviceOf(learner: object) {
  const directory = mkdtempSync(join(tmpdir(), 'rstar2-tinker-'));
  ends.push(() => rmSync(directory, { recursive: true }));
  const told: string[] = [];
  const factory = { baseModels: ['small'], capabilities: {}, createLearner: () => Promise.resolve(learner) };
  const log = ({ level, message }: { level: string; message: string }) => told.push(`${level}: ${message}`);
  const runs = await TrainingRuns.open(directory, () => {});
  const settings = serverOptionsSchema.parse({ factory, directory, log });
  const service = new TinkerService(settings, engineOf(settings), runs);
  const outcome = (id: string) => service.futures.outcome(id, 60_000, new AbortController().signal);
  const model = async (session_id: string, model_seq_id = 0) => {
    const made = service.models.create({ session_id, model_seq_id, base_model: 'small' });
    await outcome(made.request_id);
    return made.model_id!;
  };
  return { service, runs, told, outcome, model };
}

describe('weights that are kept to sample from', () => {
  /** A request for them, of which `meanwhile` happens before the learner gives them. */
  async function kept(meanwhile: (service: TinkerService, session: string) => unknown) {
    let give!: (snapshot: object) => void;
    const policy = vi.fn(() => new Promise<object>((resolve) => (give = resolve)));
    const { service, outcome, model } = await serviceOf({ policy, close: () => Promise.resolve() });
    const { session_id } = service.createSession();
    const model_id = await model(session_id);
    const { request_id } = service.models.saveForSampler({ model_id, seq_id: 1, sampling_session_seq_id: 0 });
    await vi.waitFor(() => expect(policy).toHaveBeenCalled());
    await meanwhile(service, session_id);
    const close = vi.fn(() => Promise.resolve());
    give({ close });
    return { service, close, said: await outcome(request_id), id: `${session_id}:sample:0` };
  }

  it('stay for whoever samples', async () => {
    const { service, close, said, id } = await kept(() => {});
    expect(said).toMatchObject({ kind: 'done' });
    expect(service.sampling.info(id)).toMatchObject({ sampler_id: id });
    expect(close).not.toHaveBeenCalled();
  });

  it('are closed where their session ends before they are there', async () => {
    const { service, close, said, id } = await kept((one, session) => one.finishSession(session));
    expect(said).toMatchObject({ kind: 'failed', error: expect.stringContaining('is not open') as string });
    expect(close).toHaveBeenCalledOnce();
    expect(() => service.sampling.info(id)).toThrow('is not open');
  });

  it('are closed where there is no room for them', async () => {
    vi.spyOn(Samplers.prototype, 'add').mockImplementation(() => {
      throw new HttpError(429, 'sampling sessions are running');
    });
    const { close, said } = await kept(() => {});
    expect(said).toMatchObject({ kind: 'failed', error: 'sampling sessions are running' });
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('sessions that expire', () => {
  it('go with all that they have, though some of it does not close, and each failure is told', async () => {
    let closed = 0;
    const close = () => Promise.reject(new Error(`stuck ${++closed}`));
    const { service, runs, told, model } = await serviceOf({ close });
    const [first, second] = [service.createSession().session_id, service.createSession().session_id];
    const models = [await model(first, 0), await model(first, 1), await model(second)];
    const swept = vi.spyOn(runs, 'sweep');
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let sweptMs = 0; sweptMs <= 300_000; sweptMs += service.sweepMs) {
      vi.setSystemTime(Date.now() + service.sweepMs);
      await service.sweep();
    }
    expect(closed).toBe(3);
    for (const model_id of models) expect(() => service.models.info({ model_id })).toThrow('is not loaded');
    expect(told.filter((line) => line.startsWith('error'))).toEqual([
      `error: session ${first}: stuck 1; stuck 2`,
      `error: session ${second}: stuck 3`,
    ]);
    expect(swept).toHaveBeenCalled();
  });
});

describe('the failure of a request', () => {
  it('is reported to its client without paths of the disk, which the log has', async () => {
    const cause = "ENOSPC: no space left on device, write '/srv/runs/a/weights'";
    const { service, told, outcome, model } = await serviceOf({
      saveCheckpoint: () => Promise.reject(new Error(cause)),
      close: () => Promise.resolve(),
    });
    const model_id = await model(service.createSession().session_id);
    const { request_id } = service.models.save({ model_id, seq_id: 1, path: 'one' });
    expect(await outcome(request_id)).toEqual({
      kind: 'failed',
      category: 'server',
      error: "ENOSPC: no space left on device, write '…'",
    });
    expect(told).toEqual([expect.stringContaining(`error: request ${request_id}: Error: ${cause}`)]);
  });
});

describe('the record of a training run', () => {
  it('goes after its model, unless the run has a checkpoint', async () => {
    const { service, runs, outcome, model } = await serviceOf({
      saveCheckpoint: (folder: string) => Promise.resolve(folder),
      close: () => Promise.resolve(),
    });
    const { session_id } = service.createSession();
    const [first, second] = [await model(session_id, 0), await model(session_id, 1)];
    await outcome(service.models.save({ model_id: first, seq_id: 1, path: 'one' }).request_id);
    await service.sweep();
    expect(runs.all.map(({ run }) => run)).toEqual([first, second]);
    await service.finishSession(session_id);
    await service.sweep();
    expect(runs.all.map(({ run }) => run)).toEqual([first]);
  });
});
