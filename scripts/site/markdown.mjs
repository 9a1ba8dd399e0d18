/**
 * Markdown as GitHub reads it, for the site: the same anchors of headings, links to Markdown files that lead to their pages,
 * code in colours, and what a reader without a mouse or with a narrow screen needs (tables and code that scroll by themselves).
 */
import MarkdownIt from 'markdown-it';

/**
 * The anchor that GitHub gives to a heading; of equal ones in a document the second ends in `-1`.
 *
 * @param {string} heading
 * @param {Map<string, number>} seen - Of the document so far; it is added to.
 * @returns {string}
 */
export function anchorOf(heading, seen) {
  const slug = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const before = seen.get(slug) ?? 0;
  seen.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

/** The page of a document: `docs/data.md` is `docs/data.html`, `README.md` is `index.html`. */
export function pageOf(path) {
  return path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}

/** @returns Where a link of a document leads on the site; addresses elsewhere and anchors stay. */
export function linkOnSite(link) {
  if (/^([a-z]+:|#)/i.test(link)) return link;
  const [path, anchor] = link.split('#');
  return pageOf(path) + (anchor === undefined ? '' : `#${anchor}`);
}

/**
 * @typedef {{ level: number, id: string, text: string }} Heading
 * @typedef {{ html: string, title: string, headings: Heading[], sections: { id: string, heading: string, text: string }[] }} Rendered
 *
 * @param {{ highlight: (code: string, language: string) => string }} options
 * @returns {(markdown: string) => Rendered} `sections` are the texts below each heading, for the search.
 */
export function createMarkdown({ highlight }) {
  const markdown = new MarkdownIt({ html: true });
  const { rules } = markdown.renderer;
  rules.fence = (tokens, i) => {
    const { info, content } = tokens[i];
    const code = highlight(content, info.split(' ')[0]);
    return `<pre tabindex="0"><code>${code}</code></pre>\n`;
  };
  rules.code_block = (tokens, i) =>
    `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[i].content)}</code></pre>\n`;
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.heading_open = (tokens, i) => `<${tokens[i].tag} id="${tokens[i].attrGet('id')}">`;
  rules.heading_close = (tokens, i) => {
    const { tag } = tokens[i];
    return `</${tag}>\n`;
  };
  return (source) => {
    const tokens = markdown.parse(source, {});
    const headings = nameHeadings(tokens);
    tokens.forEach((token, i) => {
      if (token.type === 'inline') token.children.forEach(rewriteLink);
      // A cell without a text heads nothing.
      if (token.type === 'th_open' && tokens[i + 1].content === '') token.tag = tokens[i + 2].tag = 'td';
    });
    const html = markdown.renderer.render(tokens, markdown.options, {});
    return { html, title: headings[0]?.text ?? '', headings, sections: sectionsOf(tokens) };
  };
}

/** Gives each heading its anchor. */
function nameHeadings(tokens) {
  const seen = new Map();
  return tokens.flatMap((token, i) => {
    if (token.type !== 'heading_open') return [];
    const inline = tokens[i + 1];
    const id = anchorOf(inline.content, seen);
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text: textOf(inline) }];
  });
}

function rewriteLink(token) {
  const href = token.type === 'link_open' ? token.attrGet('href') : null;
  if (href !== null) token.attrSet('href', linkOnSite(href));
}

function textOf(inline) {
  return inline.children
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'html_inline' ? '' : content))
    .join('');
}

function sectionsOf(tokens) {
  const sections = [];
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open')
      sections.push({ id: token.attrGet('id'), heading: textOf(tokens[i + 1]), text: '' });
    else if (token.type === 'inline' && tokens[i - 1]?.type !== 'heading_open' && sections.length > 0)
      sections.at(-1).text += `${textOf(token)} `;
  });
  return sections;
}
