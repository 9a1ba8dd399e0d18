import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { anchorOf } from '../../scripts/site/markdown.mjs';

/** Markdown documents by their path in the repository. */
export type Documents = ReadonlyMap<string, string>;

/** The links that lead to no file of the repository, or to no heading of a document: `docs/a.md: b.md#c`. */
export function brokenLinks(documents: Documents, repository: string): string[] {
  return [...documents].flatMap(([path, markdown]) =>
    linksOf(markdown)
      .filter((link) => !/^[a-z]+:/i.test(link) && !leadsSomewhere(link, path, documents, repository))
      .map((link) => `${path}: ${link}`),
  );
}

function leadsSomewhere(link: string, from: string, documents: Documents, repository: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : posix.normalize(posix.join(dirname(from), file));
  const markdown = documents.get(target);
  if (anchor === undefined) return existsSync(join(repository, target));
  return markdown !== undefined && anchorsOf(markdown).includes(anchor);
}

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '');

function linksOf(markdown: string): string[] {
  return Array.from(withoutCode(markdown).matchAll(/\]\(([^()\s]+)\)/g), ([, link]) => link!);
}

function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  return Array.from(withoutCode(markdown).matchAll(/^#{1,6} (.*)$/gm), ([, heading]) => anchorOf(heading!, seen));
}
