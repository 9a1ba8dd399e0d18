import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileAtomic } from './atomic-file.js';

const FOLDER = join(typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url)), 'page');

/** Later ones override earlier ones. */
const STYLES = ['theme', 'layout', 'charts', 'reader', 'rollout', 'comparison'];

/** What both pages share; the page's own script comes last and starts it all. */
const SCRIPTS = ['dom', 'scale', 'chart', 'board', 'code', 'rollout', 'reader', 'settings', 'results'];

export interface PageOptions {
  readonly output: string;
  readonly title: string;
  /** Goes into the page as JSON. */
  readonly data: object;
  /** The file in `page/` that holds the page's markup and starts it. */
  readonly body: string;
}

/**
 * Puts a report's page together from the files in `page/` and writes it all or nothing.
 *
 * Everything is in the one file. A content security policy allows this page's own scripts and styles by their hashes and
 * nothing else, so that even a hole in the escaping could neither run a script nor reach the network.
 */
export function writePage({ output, title, data, body }: PageOptions): void {
  writeFileAtomic(output, renderPage({ title, data, body }));
}

/** @returns The whole page as HTML. */
export function renderPage({ title, data, body }: Omit<PageOptions, 'output'>): string {
  const style = STYLES.map((name) => readPart(`${name}.css`)).join('\n');
  const shared = SCRIPTS.map((name) => readScript(`${name}.script.html`));
  const markup = readPart(body);
  const script = `'use strict';\n${[...shared, readScript(body)].join('\n')}`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
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
    markup.replace(SCRIPT, '').trim(),
    `<script type="application/json" id="report-data">${escapeJson(data)}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const SCRIPT = /<script>([\s\S]*)<\/script>/;

function readPart(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

function readScript(name: string): string {
  return SCRIPT.exec(readPart(name))?.[1] ?? '';
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** JSON that can stand inside a script element: with no `<` in it nothing ends the element or starts a comment. */
function escapeJson(data: object): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
