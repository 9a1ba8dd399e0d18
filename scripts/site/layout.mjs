/** The frame of a page. All addresses are relative, so that the folder works under any address. */
import { posix } from 'node:path';
import { escapeHtml } from './html.mjs';

/**
 * @typedef {{ title: string, path?: string, pages?: Entry[] }} Entry A page of the menu by its path, or a section.
 *
 * @param {{ path: string, title: string, description: string, html: string, headings: { level: number, id: string, text: string }[],
 *   menu: Entry[], before?: Entry, after?: Entry, version: string }} page
 * @returns {string} A whole HTML document.
 */
export function layOut({ path, title, description, html, headings, menu, before, after, version }) {
  const to = (target) => escapeHtml(posix.relative(posix.dirname(path), target) || posix.basename(target));
  const root = posix.relative(posix.dirname(path), '.') || '.';
  return `<!doctype html>
<html lang="en" data-root="${root}/">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}${path === 'index.html' ? '' : ' · rstar2-agent'}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('assets/site.css')}">
<script src="${to('assets/theme.js')}"></script>
<script type="module" src="${to('assets/site.js')}"></script>
<noscript><style>#menu { display: block } .needs-script { display: none }</style></noscript>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="${to('index.html')}">rstar2-agent</a>
<search class="needs-script">
<label class="unseen" for="search">Search</label>
<input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false">
<div id="results" hidden><p id="found" role="status"></p><ol></ol></div>
</search>
<button type="button" id="theme" class="needs-script">Dark</button>
<button type="button" id="open-menu" class="needs-script" aria-expanded="false" aria-controls="menu">Menu</button>
</header>
<div class="frame">
<nav id="menu" aria-label="All pages">
${menu.map((entry) => menuOf(entry, path, to)).join('\n')}
</nav>
<main id="content" tabindex="-1">
${html}
${neighbours(before, after, to)}
</main>
${contentsOf(headings)}
</div>
<footer>rstar2-agent ${escapeHtml(version)}, MIT</footer>
</body>
</html>
`;
}

function menuOf({ title, pages }, path, to) {
  const items = pages.map(
    (page) =>
      `<li><a href="${to(page.path)}"${page.path === path ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
  );
  return `<p class="section">${escapeHtml(title)}</p>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function neighbours(before, after, to) {
  if (before === undefined && after === undefined) return '';
  const link = (entry, rel) =>
    entry === undefined ? '' : `<a rel="${rel}" href="${to(entry.path)}">${escapeHtml(entry.title)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${link(before, 'prev')}${link(after, 'next')}</nav>`;
}

function contentsOf(headings) {
  const items = headings
    .filter(({ level }) => level === 2 || level === 3)
    .map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`);
  if (items.length < 2) return '';
  return `<nav class="contents" aria-label="On this page">\n<p class="section">On this page</p>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`;
}
