import * as z from 'zod';
import { parseOptions } from '../base/internal/index.js';
import { writeFileWhole } from '../io/index.js';
import { renderPage } from './internal/page/render-page.js';

/** Options of {@link writeReportPage}. */
export interface ReportPageOptions {
  readonly title: string;
  /** What the page shows, as plain JSON; its script reads it with `readData()`. */
  readonly data: object;
  /** The page's markup, with one `<script>` that starts it. */
  readonly body: string;
  /** CSS of its own, after the shared rules. */
  readonly style?: string;
  /** The HTML file; replaced whole or not at all, its folder made when it is missing. */
  readonly output: string;
}

const optionsSchema = z.strictObject({
  title: z.string(),
  data: z.custom<object>((value) => typeof value === 'object' && value !== null, 'expected an object'),
  body: z.string(),
  style: z.string().default(''),
  output: z.string().min(1),
});

/**
 * Writes your own report: one HTML file that needs no network, made of what the
 * report of a run is made of.
 *
 * Its script finds, beside the page's own: `readData()`; `el(name, attributes, ...children)`, `svg(…)` and `byId(id)`,
 * which make text of whatever they are given; `createBoard({ charts, spans, container, more, toolbar })` for charts made
 * by `chartsOf`; `renderFacts(facts, container)`, `renderSettings(config, container)`; `formatValue(value, format)`,
 * `formatDate`, `plural`. A content security policy allows this script and style by their hashes and nothing else.
 *
 * @throws TypeError or RangeError for options out of range; the file system's error if the file cannot be written.
 *
 * @example
 * writeReportPage({ title: 'demo', data: { rows: [1, 2] }, body: '<main></main>', output: 'run/page.html' });
 */
export function writeReportPage(options: ReportPageOptions): void {
  const { output, ...page } = parseOptions(optionsSchema, options);
  writeFileWhole(output, renderPage(page));
}
