import type { MetricFormat } from '../metric-catalogue.js';

/** @returns The value as people read it: `4.1 %`, `0.61`, `3,410`, `1.2e-4`; `–` for none. */
export function formatMetric(value: number | undefined, format: MetricFormat): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  switch (format) {
    case 'percent':
      return `${(value * 100).toFixed(1)} %`;
    case 'integer':
      return Math.round(value).toLocaleString('en-US');
    case 'scientific':
      return value === 0 ? '0' : value.toExponential(1);
    case 'number':
      return Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
  }
}
