import { sha256Base64, stringifyJson } from '../../../base/internal/index.js';
import { readText } from './page-parts.js';

/** Later ones override earlier ones. */
const STYLES = ['theme', 'layout', 'charts', 'reader', 'rollout', 'entropy'];

/** What all pages share; the page's own script comes last and starts it all. */
const SCRIPTS = ['dom', 'scale', 'chart', 'board', 'code', 'rollout', 'reader', 'settings', 'entropy'];

export interface Page {
  readonly title: string;
  /** Goes into the page as JSON. */
  readonly data: object;
  /** The page's markup, with one `<script>` that starts it. */
  readonly body: string;
  /** Rules of its own, after the shared ones. */
  readonly style?: string;
}

/**
 * Puts a report's page together from the parts that all pages share and its own.
 *
 * Everything is in the one text. A content security policy allows this page's own scripts and styles by their hashes and
 * nothing else, so that even a hole in the escaping could neither run a script nor reach the network.
 *
 * @returns The whole page as HTML.
 */
export function renderPage({ title, data, body, style: ownStyle = '' }: Page): string {
  const style = [...STYLES.map((name) => readText(`${name}.css`)), ownStyle].join('\n');
  const shared = SCRIPTS.map((name) => scriptOf(readText(`${name}.script.html`)));
  const script = `'use strict';\n${[...shared, scriptOf(body)].join('\n')}`;
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256Base64(script)}'`,
    `style-src 'sha256-${sha256Base64(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    body.replace(SCRIPT, '').trim(),
    `<script type="application/json" id="report-data">${escapeJson(data)}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** @returns A page's markup from `parts/`, with the parts that all pages share where it names them: `<!-- overview.html -->`. */
export function readBody(name: string): string {
  return readText(name).replace(/<!-- ([\w-]+\.html) -->/g, (_, part: string) => readText(part));
}

const SCRIPT = /<script>([\s\S]*)<\/script>/;

function scriptOf(html: string): string {
  return SCRIPT.exec(html)?.[1] ?? '';
}

/** JSON that can stand inside a script element: with no `<` in it nothing ends the element or starts a comment. */
function escapeJson(data: object): string {
  return stringifyJson(data, 'options.data')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
