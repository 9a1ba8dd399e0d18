/** Code in colours of a light and a dark theme: one class for each pair of colours, and the rules of these classes. */
import {
  bundledLanguages,
  bundledThemes,
  codeToTokensWithThemes,
  createOnigurumaEngine,
  createShikiInternal,
  loadBuiltinWasm,
} from '@gerrit0/mini-shiki';
import { escapeHtml } from './html.mjs';

const THEMES = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };
const LANGUAGES = {
  ts: 'ts',
  js: 'js',
  sh: 'sh',
  bash: 'sh',
  json: 'json',
  yaml: 'yaml',
  python: 'python',
  html: 'html',
};

/** @returns {Promise<{ highlight: (code: string, language: string) => string, css: () => string }>} */
export async function createHighlighter() {
  await loadBuiltinWasm();
  const shiki = await createShikiInternal({
    engine: createOnigurumaEngine(),
    themes: Object.values(THEMES).map((name) => bundledThemes[name]),
    langs: [...new Set(Object.values(LANGUAGES))].map((name) => bundledLanguages[name]),
  });
  /** Classes by their colours. */
  const classes = new Map();
  const classOf = ({ light, dark }) => {
    const colours = `light-dark(${light.color}, ${dark.color})`;
    if (!classes.has(colours)) classes.set(colours, `h${classes.size}`);
    return classes.get(colours);
  };
  return {
    highlight(code, language) {
      const lang = LANGUAGES[language];
      if (lang === undefined) return escapeHtml(code);
      const lines = codeToTokensWithThemes(shiki, code.replace(/\n$/, ''), { themes: THEMES, lang });
      const span = ({ content, variants }) =>
        content.trim() === ''
          ? escapeHtml(content)
          : `<span class="${classOf(variants)}">${escapeHtml(content)}</span>`;
      return `${lines.map((tokens) => tokens.map(span).join('')).join('\n')}\n`;
    },
    css: () => [...classes].map(([colours, name]) => `.${name}{color:${colours}}`).join('\n'),
  };
}
