import type { Gauge } from '../options.js';

/** A few counters, gauges and histograms in Prometheus' text format. */
export class Metrics {
  #families = new Map<string, Family>();

  counter(name: string, help: string): Counter {
    return this.#add(name, help, 'counter');
  }

  /** @param read - Asked whenever the metrics are. */
  gauge(name: string, help: string, read: () => number): void {
    this.#families.set(name, { help, type: 'gauge', lines: () => [`${name} ${read()}`] });
  }

  histogram(name: string, help: string, buckets: readonly number[]): Histogram {
    const counts = new Array<number>(buckets.length + 1).fill(0);
    let sum = 0;
    const lines = () => {
      let below = 0;
      const rows = buckets.map((bound, i) => `${name}_bucket{le="${bound}"} ${(below += counts[i]!)}`);
      below += counts[buckets.length]!;
      return [...rows, `${name}_bucket{le="+Inf"} ${below}`, `${name}_sum ${sum}`, `${name}_count ${below}`];
    };
    this.#families.set(name, { help, type: 'histogram', lines });
    return {
      observe: (value) => {
        const bucket = buckets.findIndex((bound) => value <= bound);
        counts[bucket === -1 ? buckets.length : bucket]! += 1;
        sum += value;
      },
    };
  }

  /**
   * @param more - Gauges that were asked for elsewhere.
   * @returns Everything, as `/metrics` answers it.
   */
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

  #add(name: string, help: string, type: 'counter'): Counter {
    const values = new Map<string, number>();
    const lines = () => [...values].map(([labels, value]) => `${name}${labels} ${value}`);
    this.#families.set(name, { help, type, lines });
    return {
      add: (labels, amount = 1) => {
        const key = renderLabels(labels);
        values.set(key, (values.get(key) ?? 0) + amount);
      },
    };
  }
}

export interface Counter {
  add(labels: Readonly<Record<string, string>>, amount?: number): void;
}

export interface Histogram {
  observe(value: number): void;
}

interface Family {
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly lines: () => string[];
}

function renderLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
