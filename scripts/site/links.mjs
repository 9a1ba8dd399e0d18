/** What every page of the built site must keep: each link leads to a file and an anchor that are there, and nothing is loaded from elsewhere. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { unescapeHtml } from './html.mjs';

/** Elements whose address a browser loads by itself. */
const LOADED = /<(?:script|img|iframe|source|link)\b[^>]*?\s(?:src|href)="([^"]*)"/g;

/**
 * @param {string} folder Of the built site.
 * @returns {{ pages: number, links: number, broken: string[] }} `broken` has a line for each: `docs/a.html: b.html#c`.
 */
export function checkLinks(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html'));
  const texts = new Map(pages.map((path) => [path, withoutPrograms(readFileSync(join(folder, path), 'utf8'))]));
  const anchors = new Map();
  const anchorsOf = (path) => {
    if (!anchors.has(path)) anchors.set(path, new Set(valuesOf(texts.get(path), /\s(?:id|name)="([^"]*)"/g)));
    return anchors.get(path);
  };
  let links = 0;
  const broken = [...texts].flatMap(([path, html]) => {
    const elsewhere = valuesOf(html, LOADED).filter((address) => /^(?:[a-z]+:)?\/\//i.test(address));
    const own = valuesOf(html, /\s(?:href|src)="([^"]*)"/g).filter((address) => !/^(?:[a-z]+:|\/\/)/i.test(address));
    links += own.length;
    const dead = own.filter((address) => {
      const [file, anchor] = address.split('#');
      let target = posix.join(posix.dirname(path), decodeURI(file === '' ? posix.basename(path) : file));
      if (!existsSync(join(folder, target))) return true;
      if (statSync(join(folder, target)).isDirectory()) target = posix.join(target, 'index.html');
      if (!existsSync(join(folder, target))) return true;
      return anchor !== undefined && anchor !== '' && !anchorsOf(target).has(decodeURIComponent(anchor));
    });
    return [
      ...elsewhere.map((address) => `${path}: loads ${address} from another host`),
      ...[...new Set(dead)].map((address) => `${path}: ${address}`),
    ];
  });
  return { pages: pages.length, links, broken };
}

function valuesOf(html, pattern) {
  return Array.from(html.matchAll(pattern), ([, value]) => unescapeHtml(value));
}

/** Texts of programs are no links. */
function withoutPrograms(html) {
  return html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1</script>');
}
