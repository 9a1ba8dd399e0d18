import type { Gauge } from '../options.js';

type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly lines: () => string[];
}

/** A few counters, gauges and histograms in Prometheus' text format. */
export class Metrics {
  readonly #families = new Map<string, Family>();

  /** @returns A function that adds one. */
  counter(name: string, help: string): (labels: Labels) => void {
    const values = new Map<string, number>();
    const lines = () => [...values].map(([labels, value]) => `${name}${labels} ${value}`);
    this.#families.set(name, { help, type: 'counter', lines });
    return (labels) => {
      const key = renderLabels(labels);
      values.set(key, (values.get(key) ?? 0) + 1);
    };
  }

  /** @param read - Called whenever the metrics are rendered. */
  gauge(name: string, help: string, read: () => number): void {
    this.#families.set(name, { help, type: 'gauge', lines: () => [`${name} ${read()}`] });
  }

  /** @returns A function that adds an observation. */
  histogram(name: string, help: string, buckets: readonly number[]): (value: number) => void {
    const bounds = [...buckets, Infinity];
    const counts = bounds.map(() => 0);
    let sum = 0;
    const lines = () => {
      let below = 0;
      const rows = bounds.map((bound, i) => {
        below += counts[i]!;
        return `${name}_bucket{le="${bound === Infinity ? '+Inf' : bound}"} ${below}`;
      });
      return [...rows, `${name}_sum ${sum}`, `${name}_count ${below}`];
    };
    this.#families.set(name, { help, type: 'histogram', lines });
    return (value) => {
      counts[bounds.findIndex((bound) => value <= bound)]! += 1;
      sum += value;
    };
  }

  /** @returns All metrics as text for `/metrics`. @param more - Gauges that were read elsewhere. */
  render(more: readonly Gauge[] = []): string {
    const others = more.map(({ name, help, value }): [string, Family] => [
      name,
      { help, type: 'gauge', lines: () => [`${name} ${value}`] },
    ]);
    const rows = [...this.#families, ...others].flatMap(([name, { help, type, lines }]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...lines(),
    ]);
    return `${rows.join('\n')}\n`;
  }
}

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
