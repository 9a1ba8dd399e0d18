import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLinks } from '../../scripts/site/links.mjs';
import { createMarkdown, linkOnSite } from '../../scripts/site/markdown.mjs';

const render = createMarkdown({ highlight: (code: string) => code });

describe('a document on the site', () => {
  it('has the anchors that GitHub gives, and its text by heading for the search', () => {
    const { html, title, headings, sections } = render('# A `b`, c\n\nOne.\n\n## D\n\n## D\n\nTwo [e](f.md).\n');
    expect([title, headings.map(({ id }) => id)]).toEqual(['A b, c', ['a-b-c', 'd', 'd-1']]);
    expect(html).toContain('<h2 id="d-1">D</h2>');
    expect(sections).toEqual([
      { id: 'a-b-c', heading: 'A b, c', text: 'One. ' },
      { id: 'd', heading: 'D', text: '' },
      { id: 'd-1', heading: 'D', text: 'Two e. ' },
    ]);
  });

  it('links to pages where the repository links to documents', () => {
    const links = ['data.md#rows', '../README.md', '#here', 'https://a.b/c.md', 'finetuning-run.html'];
    expect(links.map(linkOnSite)).toEqual([
      'data.html#rows',
      '../index.html',
      '#here',
      'https://a.b/c.md',
      'finetuning-run.html',
    ]);
    expect(render('[a](b.md)').html).toContain('href="b.html"');
  });

  it('can be read by keyboard and screen reader: wide parts scroll by themselves, and an empty cell heads nothing', () => {
    const { html } = render('| | b |\n|---|---|\n| 1 | 2 |\n\n```ts no-run\nx\n```\n');
    expect(html).toContain('<div class="table" tabindex="0"><table>');
    expect(html).toContain('<td></td>\n<th>b</th>');
    expect(html).toContain('<pre tabindex="0">');
  });
});

describe('the links of a built site', () => {
  it('are reported where they lead to no file or anchor, or load from another host', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rstar2-agent-site-'));
    mkdirSync(join(folder, 'docs'));
    const links = ['docs/a.html#x', 'docs/a.html#y', 'docs/', 'none.html', 'https://a.b/'];
    const anchors = links.map((link) => `<a href="${link}">l</a>`).join('');
    writeFileSync(join(folder, 'index.html'), `${anchors}<script src="https://a.b/c.js"></script>`);
    writeFileSync(join(folder, 'docs/a.html'), '<h2 id="x">X</h2><a href="../index.html">up</a>');
    const { pages, broken } = checkLinks(folder);
    rmSync(folder, { recursive: true });
    expect(pages).toBe(2);
    expect(broken).toEqual([
      'index.html: loads https://a.b/c.js from another host',
      'index.html: docs/a.html#y',
      'index.html: docs/',
      'index.html: none.html',
    ]);
  });
});
