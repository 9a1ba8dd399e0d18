/* The site's own script: theme, menu and search. Pages can be read without it. */
import MiniSearch from 'minisearch';

const root = document.documentElement;
const element = (id) => document.getElementById(id);

const isDark = () =>
  getComputedStyle(root).colorScheme === 'dark' ||
  (root.dataset.theme === undefined && matchMedia('(prefers-color-scheme: dark)').matches);
const nameTheme = () => (element('theme').textContent = isDark() ? 'Light' : 'Dark');
element('theme').addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // Without storage it holds for this page.
  }
  nameTheme();
});
nameTheme();

element('open-menu').addEventListener('click', ({ currentTarget }) => {
  const isOpen = currentTarget.getAttribute('aria-expanded') === 'true';
  currentTarget.setAttribute('aria-expanded', String(!isOpen));
  element('menu').classList.toggle('open', !isOpen);
});
element('menu').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

const [input, results] = [element('search'), element('results')];
const list = results.querySelector('ol');
let loading;

/** The index is made when it is first needed. */
function loadIndex() {
  loading ??= fetch(`${root.dataset.root}assets/search.json`)
    .then((answer) => answer.json())
    .then((sections) => {
      const index = new MiniSearch({
        idField: 'href',
        fields: ['heading', 'title', 'text'],
        storeFields: ['title', 'heading', 'text'],
        searchOptions: { boost: { heading: 4, title: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
      });
      index.addAll(sections.map(([href, title, heading, text]) => ({ href, title, heading, text })));
      return index;
    });
  return loading;
}

input.addEventListener('focus', () => void loadIndex());
input.addEventListener('input', async () => {
  const words = input.value.trim();
  const index = await loadIndex();
  if (words !== input.value.trim()) return;
  const found = words === '' ? [] : index.search(words).slice(0, 12);
  results.hidden = words === '';
  element('found').textContent = found.length === 0 ? 'Nothing found' : `${found.length} found`;
  list.replaceChildren(...found.map((one) => resultOf(one, words)));
});

function resultOf({ id, title, heading, text }, words) {
  const [item, link, snippet] = ['li', 'a', 'span'].map((tag) => document.createElement(tag));
  link.href = root.dataset.root + id;
  link.textContent = heading === title ? title : `${title}: ${heading}`;
  const at = text.toLowerCase().indexOf(words.toLowerCase().split(/\s+/)[0]);
  snippet.textContent = text.slice(Math.max(0, at - 40), Math.max(0, at - 40) + 160);
  item.append(link, snippet);
  return item;
}

/** Arrows go through the results, Escape closes them, a slash goes to the search. */
addEventListener('keydown', (event) => {
  const isTyping = /^(input|textarea|select)$/i.test(event.target.tagName);
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape' && !results.hidden) {
    results.hidden = true;
    input.focus();
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !results.hidden) {
    const stops = [input, ...list.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    stops[(at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length].focus();
  }
});
addEventListener('click', ({ target }) => {
  if (!target.closest('search')) results.hidden = true;
});
