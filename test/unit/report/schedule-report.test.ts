import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeScheduleReport, type ScheduleReportOptions } from '../../../src/report/index.js';
import { scheduleReportData } from '../../../src/report/schedule-report.js';
import { drawScheduleTrace, simulateSchedule, type EngineOccupancy } from '../../../src/rollout/index.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rstar2-report-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Holds half of its cache for two seconds, then nothing for two. */
const half: EngineOccupancy = {
  name: 'a',
  capacityTokens: 100,
  busyMs: 2000,
  samples: [
    { timeMs: 0, running: 5, waiting: 1, heldTokens: 50 },
    { timeMs: 1999, running: 5, waiting: 1, heldTokens: 50 },
    { timeMs: 2000, running: 0, waiting: 0, heldTokens: 0 },
    { timeMs: 4000, running: 0, waiting: 0, heldTokens: 0 },
  ],
};
const idle: EngineOccupancy = { ...half, name: 'b', busyMs: 0, samples: [half.samples[2]!, half.samples[3]!] };
const options = (overrides: Partial<ScheduleReportOptions> = {}): ScheduleReportOptions => ({
  title: 'A step',
  runs: [{ name: 'ours', engines: [half, idle] }],
  config: { engines: 2 },
  output: join(folder, 'deep', 'schedule.html'),
  ...overrides,
});

describe('a schedule as a page', () => {
  it('draws what engines held, each of them and their mean', () => {
    const { charts, headline, spans } = scheduleReportData(options());
    expect(charts.map(({ title }) => title)).toEqual(['ours · cache in use', 'ours · running', 'ours · waiting']);
    const [{ points, threads }] = charts[0]!.series as [(typeof charts)[0]['series'][0]];
    expect(threads!.length).toBe(2);
    expect([points[0], points.at(-1)]).toEqual([
      [0, 0.25],
      [4, 0],
    ]);
    expect(headline[0]).toMatchObject({ label: 'ours', value: '4.0 s', note: '12 % of the caches in use' });
    expect(spans).toEqual([{ name: 'second', offset: 0, from: 0, to: 4 }]);
  });

  it('writes simulated steps, one file, one after the other', () => {
    const trace = drawScheduleTrace({ groups: 4, samples: 8, seed: 'report' });
    const runs = (['sticky', 'kv-aware'] as const).map((scheduler) => ({
      name: scheduler,
      engines: simulateSchedule({ trace, engines: 2, scheduler }).engines,
    }));
    writeScheduleReport(options({ runs, title: '</script><b>' }));
    const page = readFileSync(options().output, 'utf8');
    expect(page).toContain('kv-aware · cache in use');
    expect(page).not.toContain('</script><b>');
  });

  it('refuses what it cannot draw', () => {
    expect(() => scheduleReportData(options({ runs: [] }))).toThrow(RangeError);
    expect(() => scheduleReportData(options({ runs: [{ name: 'ours' } as never] }))).toThrow(TypeError);
  });
});
