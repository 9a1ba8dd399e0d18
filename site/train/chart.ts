import type { Point } from './curves.js';
import { el, svg } from './dom.js';

/** A curve of a chart. */
export interface Series {
  readonly name: string;
  /** Which colour of the page: 0 to 2. */
  readonly colour: number;
  readonly points: readonly Point[];
  /** Drawn thin, behind the others, and left out of the legend. */
  readonly isFaint?: boolean;
}

/** How a chart is drawn. */
export interface ChartOptions {
  readonly title: string;
  /** What the picture shows, in one sentence. */
  readonly sentence: string;
  readonly unit: string;
  readonly format: (value: number) => string;
  /** The values at the bottom and the top. */
  readonly range: readonly [bottom: number, top: number];
  /** Whether the top follows the points; `range` is what it is without any. */
  readonly follows?: boolean;
}

const [WIDTH, HEIGHT] = [340, 190];
const PLOT = { left: 40, right: 10, top: 10, bottom: 26 };

/** A chart of lines that is drawn again whenever its points change. */
export class Chart {
  readonly element: HTMLElement;
  readonly #latest = el('p', { class: 'latest' });
  readonly #picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  readonly #legend = el('ul', { class: 'legend' });

  constructor(
    id: string,
    private readonly options: ChartOptions,
  ) {
    const { title, sentence } = options;
    this.element = el('figure', { class: 'card chart', id }, el('h3', { text: title }), this.#latest);
    this.element.append(this.#picture, this.#legend, el('figcaption', { text: sentence }));
    this.draw([]);
  }

  draw(series: readonly Series[]): void {
    const { title, format, unit } = this.options;
    const shown = series.filter(({ points }) => points.length > 0);
    const named = shown.filter(({ isFaint }) => isFaint !== true);
    const last = (points: readonly Point[]) => format(points.at(-1)![1]);
    const first = named[0]?.points[0];
    this.#latest.textContent =
      named.length === 0 ? 'not yet' : named.length === 1 ? spanText(format(first![1]), last(named[0]!.points)) : '';
    this.element.dataset['latest'] = named.length === 0 ? '' : String(named.at(-1)!.points.at(-1)![1]);
    const summary = named.map(({ name, points }) => `${name} from ${format(points[0]![1])} to ${last(points)}`);
    this.#picture.setAttribute('aria-label', `${title}: ${summary.join('; ') || 'no points yet'}, by ${unit}`);
    this.#legend.replaceChildren(
      ...(named.length < 2
        ? []
        : named.map(({ name, colour, points }) =>
            el('li', {}, el('span', { class: `swatch series-${colour}` }), `${name}: ${last(points)}`),
          )),
    );
    this.#picture.replaceChildren(...this.#axes(shown), ...shown.flatMap((one) => this.#line(one, shown)));
  }

  #scales(series: readonly Series[]) {
    const points = series.flatMap((one) => one.points);
    const [bottom, given] = this.options.range;
    const most = Math.max(1, ...points.map(([step]) => step));
    const highest = Math.max(...points.map(([, value]) => value));
    const top = this.options.follows === true && highest > bottom ? highest * 1.05 : given;
    const x = (step: number) => PLOT.left + (step / most) * (WIDTH - PLOT.left - PLOT.right);
    const y = (value: number) =>
      HEIGHT - PLOT.bottom - ((value - bottom) / (top - bottom)) * (HEIGHT - PLOT.top - PLOT.bottom);
    return { x, y, most, bottom, top };
  }

  #axes(series: readonly Series[]): Node[] {
    const { x, y, most, bottom, top } = this.#scales(series);
    const { format, unit } = this.options;
    const values = [bottom, (bottom + top) / 2, top];
    return [
      ...values.flatMap((value) => [
        svg('line', { class: 'grid', x1: PLOT.left, x2: WIDTH - PLOT.right, y1: y(value), y2: y(value) }),
        svg('text', { class: 'tick', x: PLOT.left - 6, y: y(value) + 4, 'text-anchor': 'end', text: format(value) }),
      ]),
      svg('text', { class: 'tick', x: x(0), y: HEIGHT - 8, text: '0' }),
      svg('text', { class: 'tick', x: x(most), y: HEIGHT - 8, 'text-anchor': 'end', text: `${unit} ${most}` }),
    ];
  }

  #line({ points, colour, isFaint }: Series, series: readonly Series[]): Node[] {
    const { x, y } = this.#scales(series);
    const style = `series-${colour}${isFaint === true ? ' faint' : ''}`;
    const path = points.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const dots =
      isFaint === true || points.length > 40
        ? []
        : points.map(([step, value]) => svg('circle', { class: style, cx: x(step), cy: y(value), r: 3.2 }));
    return [svg('polyline', { class: style, points: path }), ...dots];
  }
}

function spanText(first: string, last: string): string {
  return first === last ? last : `${first} → ${last}`;
}
