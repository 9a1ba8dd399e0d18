import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import js from '@eslint/js';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { readBody, renderPage } from '../../../../../src/report/internal/page/render-page.js';
import { HOSTILE } from '../../fixtures.js';

const FOLDER = new URL('../../../../../src/report/internal/page/parts/', import.meta.url);
const RUN = readBody('run.html');
const SCHEDULE = readBody('schedule.html');
/** The page of a comparison, which is put together from outside as a user's own would be. */
const COMPARISON = readFileSync(
  new URL('../../../../../examples/trainer/comparison/page.html', import.meta.url),
  'utf8',
);

describe('renderPage', () => {
  const page = renderPage({ title: HOSTILE, data: { text: HOSTILE, quote: '&"\'' }, body: RUN });
  const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]!);

  it('holds exactly one block of data and one script, whatever the data is', () => {
    expect(scripts).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<!-- <script');
  });

  it('gives the data back unchanged', () => {
    expect(JSON.parse(scripts[0]!)).toEqual({ text: HOSTILE, quote: '&"\'' });
    expect(scripts[0]).not.toMatch(/[<>\u2028\u2029]/);
  });

  it('escapes the title', () => {
    expect(page).toContain('<title>&lt;/script&gt;&lt;img src=x onerror=&quot;');
  });

  it('allows its own script and style by their hashes and nothing else', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!;
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
    expect(policy).toBe(
      `default-src 'none'; script-src ${hash(scripts[1]!)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
    );
  });

  it('has every part that its markup names', () => {
    for (const body of [RUN, SCHEDULE])
      for (const id of ['title', 'headline', 'charts', 'hash', 'config'])
        expect(body.split(`id="${id}"`), id).toHaveLength(2);
    expect(RUN + SCHEDULE).not.toContain('<!--');
  });

  it('refers to nothing outside itself', () => {
    const plain = renderPage({ title: 'A run', data: {}, body: RUN });
    expect(plain.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\ssrc=|@import|url\(|<link/);
  });
});

describe('the scripts of the pages', () => {
  it.each([
    ['a run', RUN],
    ['a schedule', SCHEDULE],
    ['a comparison', COMPARISON],
  ])('of %s pass the linter as one program', (_name, body) => {
    const page = renderPage({ title: '', data: {}, body });
    const code = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].at(-1)![1]!;
    const messages = new Linter().verify(code, [
      js.configs.recommended,
      {
        languageOptions: {
          sourceType: 'script',
          globals: { document: 'readonly', ResizeObserver: 'readonly' },
        },
        // Each page uses its own part of what both share.
        rules: { 'no-unused-vars': ['error', { vars: 'local' }] },
      },
    ]);
    expect(messages.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  });

  it('never turn text into markup', () => {
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.html'))) {
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      expect(text).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|eval\(/,
      );
    }
  });
});
