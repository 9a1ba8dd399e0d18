/**
 * `npm run site`: guides, API reference, search and the page that trains as a static folder, `site/dist`, that any host serves
 * under any address. Every link and anchor is checked. `--browser` looks at the pages in Chromium too, `--screenshots DIR`
 * keeps pictures of them; `--no-reference` leaves out the reference, which takes the most time.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { SECTIONS } from '../site/guides.mjs';
import { createHighlighter } from './site/highlight.mjs';
import { layOut } from './site/layout.mjs';
import { checkLinks } from './site/links.mjs';
import { createMarkdown, pageOf } from './site/markdown.mjs';

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: 'site/dist' },
    browser: { type: 'boolean', default: false },
    screenshots: { type: 'string' },
    'no-reference': { type: 'boolean', default: false },
  },
});
const { out } = flags;
const { version, description } = JSON.parse(readFileSync('package.json', 'utf8'));
const start = performance.now();

rmSync(out, { recursive: true, force: true });
const highlighter = await createHighlighter();
const render = createMarkdown(highlighter);
const listed = listGuides();
const guides = readGuides();
const reference = flags['no-reference'] ? [] : await readReference();
const trains = await buildTrainingPage();

const ends = [
  ...(trains ? [{ title: 'Train in this page', path: 'train/index.html' }] : []),
  ...(reference.length > 0 ? [{ title: 'API reference', path: 'api/index.html' }] : []),
];
const menu = listed.map(({ title, pages }, i) => ({
  title,
  pages: [...pages.map((path) => guideOf(path)), ...(i === 0 ? ends : [])],
}));
const order = menu.flatMap(({ pages }) => pages);

for (const guide of guides) {
  const at = order.findIndex(({ path }) => path === guide.path);
  write(
    guide.path,
    layOut({ ...guide, description: firstWords(guide), menu, before: order[at - 1], after: order[at + 1], version }),
  );
}
for (const page of reference)
  write(page.path, layOut({ ...page, description: firstWords(page), menu: page.menu(menu), version }));
write(
  'assets/search.json',
  JSON.stringify(
    [...guides, ...reference].flatMap(({ path, title, sections }) =>
      sections.map(({ id, heading, text }) => [`${path}#${id}`, title, heading, text.trim().slice(0, 2000)]),
    ),
  ),
);
await writeAssets();
// Reports and pictures that guides show.
for (const { name } of readdirSync('docs', { withFileTypes: true }).filter((each) => each.isFile()))
  if (!name.endsWith('.md')) cpSync(join('docs', name), join(out, 'docs', name));
writeFileSync(join(out, '.nojekyll'), '');

const { pages: count, links, broken } = checkLinks(out);
fail(broken);
console.log(`${out}: ${count} pages, ${links} links that lead somewhere, ${seconds()} s`);
if (flags.browser || flags.screenshots !== undefined) {
  const { checkInBrowser } = await import('./site/browser.mjs');
  const looked = [
    ...order.map(({ path }) => path),
    ...(reference.length > 0 ? examplesOf(reference) : []),
    ...reports(),
  ];
  fail(await checkInBrowser(out, [...new Set(looked)], flags.screenshots));
  console.log(`${new Set(looked).size} pages in Chromium, light and dark: nothing found, ${seconds()} s`);
}

/** Documents in the order of the menu; those that no section lists come last. */
function listGuides() {
  const there = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const listed = SECTIONS.flatMap((section) => section.pages);
  const others = there.map((name) => `docs/${name}`).filter((path) => !listed.includes(path));
  return others.length === 0 ? SECTIONS : [...SECTIONS, { title: 'More', pages: others }];
}

function readGuides() {
  return listed.flatMap(({ pages }) =>
    pages.map((source) => ({ path: pageOf(source), ...render(readFileSync(source, 'utf8')) })),
  );
}

function guideOf(source) {
  const { path, title } = guides.find((guide) => guide.path === pageOf(source));
  return { path, title: title.split(': ')[0] };
}

/** Pages of the reference; the menu of each has the names of its module before the guides. */
async function readReference() {
  const { moduleNames, referencePages } = await import('./site/reference.mjs');
  const names = moduleNames();
  const folders = [...names.keys()].sort((a, b) => b.length - a.length);
  const modules = [...names].map(([folder, title]) => ({ title, path: `api/${folder}/index.html` }));
  const rendered = [...(await referencePages(names))].map(([path, markdown]) => {
    const page = render(markdown);
    const title = page.title.replace(/^[A-Z][\w ]*: /, '').replace(/\(\)$/, '');
    const folder = folders.find((each) => path.startsWith(`${each}/`));
    // One entry of the search for a page: members of a type are found by their text.
    const text = page.sections.map((section) => `${section.heading} ${section.text}`).join(' ');
    const sections = page.sections.slice(0, 1).map(({ id }) => ({ id, heading: title, text }));
    return { ...page, title, path: `api/${pageOf(path)}`, folder, sections };
  });
  /** The names of each module. */
  const members = new Map(folders.map((folder) => [folder, []]));
  for (const page of rendered) if (page.path !== `api/${page.folder}/index.html`) members.get(page.folder)?.push(page);
  return rendered.map((page) => ({
    ...page,
    menu: (guidesMenu) => [
      ...(page.folder === undefined ? [] : [{ title: names.get(page.folder), pages: members.get(page.folder) }]),
      { title: 'API reference', pages: modules },
      ...guidesMenu,
    ],
  }));
}

/** The page that trains in the browser, where its sources are. */
async function buildTrainingPage() {
  if (!existsSync('scripts/site/page.mjs')) return false;
  const { buildPage } = await import('./site/page.mjs');
  await buildPage(out);
  return true;
}

async function writeAssets() {
  for (const name of ['theme.js', 'icon.svg']) write(`assets/${name}`, readFileSync(`site/${name}`, 'utf8'));
  write('assets/site.css', `${readFileSync('site/style.css', 'utf8')}\n${highlighter.css()}\n`);
  const outfile = join(out, 'assets/site.js');
  await build({
    entryPoints: ['site/client.mjs'],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
  });
}

/** A page of each kind that the reference has, and the longest ones: all have the same frame. */
function examplesOf(found) {
  const kinds = new Map(found.map((page) => [page.path.split('/').at(-2), page.path]));
  const longest = [...found].sort((a, b) => b.html.length - a.html.length).slice(0, 6);
  return [...kinds.values(), ...longest.map(({ path }) => path), 'api/index/index.html'];
}

function reports() {
  return readdirSync('docs')
    .filter((name) => name.endsWith('.html'))
    .map((name) => `docs/${name}`);
}

function firstWords({ sections }) {
  const text = sections.map((section) => section.text).find((each) => each.trim() !== '') ?? description;
  return text.trim().slice(0, 160);
}

function write(path, text) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function fail(findings) {
  if (findings.length === 0) return;
  console.error(`${findings.slice(0, 60).join('\n')}\nsite: ${findings.length} findings`);
  process.exit(1);
}

function seconds() {
  return ((performance.now() - start) / 1000).toFixed(0);
}
