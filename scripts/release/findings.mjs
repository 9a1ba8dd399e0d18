/** What keeps a version from being published: read from package.json, the changelog and git. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** `next` for a version with a part behind a dash, such as 1.0.0-rc.1; `latest` for others. */
export function distTag(version) {
  return version.includes('-') ? 'next' : 'latest';
}

/**
 * @param {Record<string, any>} manifest package.json.
 * @param {string} changelog CHANGELOG.md.
 * @param {{ changed: string[], tag: string | undefined }} git Files that are not committed; the tag that is released, if it is there.
 * @returns {string[]} One line each; empty if nothing stands in the way.
 */
export function releaseFindings(manifest, changelog, { changed, tag }) {
  const { version, repository, homepage } = manifest;
  const url = typeof repository === 'string' ? repository : repository?.url;
  return [
    !url &&
      'package.json: repository is missing. Add { "type": "git", "url": "git+https://github.com/OWNER/NAME.git" }: npm compares it with the repository of the publishing workflow, and refuses provenance without it',
    !homepage && 'package.json: homepage is missing. Add the address of the site',
    !changelog.includes(`\n## ${version}\n`) && `CHANGELOG.md: expected a section "## ${version}"`,
    changed.length > 0 && `git: not committed: ${changed.join(', ')}`,
    tag !== undefined && tag !== `v${version}` && `git: the tag is ${tag}, the version in package.json ${version}`,
  ].filter(Boolean);
}

/** @returns The findings of the repository in the working directory. */
export function readFindings(tag) {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' });
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  return releaseFindings(manifest, readFileSync('CHANGELOG.md', 'utf8'), {
    changed: changed.map((line) => line.slice(3)),
    tag,
  });
}
