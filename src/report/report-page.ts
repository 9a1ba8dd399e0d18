import * as z from 'zod';
import { parseOptions } from '../base/internal/index.js';
import { writeFileWhole } from '../io/index.js';
import { renderPage } from './internal/page/render-page.js';

/** Options of {@link writeReportPage}. */
export interface ReportPageOptions {
  readonly title: string;
  /** The data of the page, as plain JSON; its script reads it with `readData()`. */
  readonly data: object;
  /** The page's markup, with one `<script>` that starts it. */
  readonly body: string;
  /** Your CSS, after the shared rules. */
  readonly style?: string;
  /** The HTML file; it is written whole or not at all, and its folder is created if necessary. */
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
 * Writes your own report: one HTML file that needs no network, with the parts of a run's report.
 *
 * Your script can use: `readData()`; `el(name, attributes, ...children)`, `svg(…)` and `byId(id)`,
 * which convert any argument to text; `createBoard({ charts, spans, container, more, toolbar })` for charts made
 * by `chartsOf`; `renderFacts(facts, container)`, `renderSettings(config, container)`; `formatValue(value, format)`,
 * `formatDate`, `plural`. A content security policy allows only this script and style, by their hashes.
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
