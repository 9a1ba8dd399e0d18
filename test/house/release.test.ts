import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distTag, releaseFindings } from '../../scripts/release/findings.mjs';
import { firstProgram } from '../../scripts/release/first-program.mjs';
import { ROOT } from '../integration/node-process.js';

const filledIn = {
  version: '1.0.0-rc.1',
  repository: { url: 'git+https://example.org/a.git' },
  homepage: 'https://example.org',
};
const clean = { changed: [], tag: undefined };

describe('a release', () => {
  it('is refused with a line for everything that is missing', () => {
    expect(releaseFindings(filledIn, '# C\n\n## 1.0.0-rc.1\n', clean)).toEqual([]);
    const found = releaseFindings({ version: '1.0.1' }, '# C\n', { changed: ['a.ts'], tag: 'v1.0.0' });
    expect(found.map((line: string) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'package.json: repository is',
      'package.json: homepage is',
      'CHANGELOG.md: expected a',
      'git: not committed:',
      'git: the tag',
    ]);
  });

  it('is not the newest one of npm while it is a candidate', () => {
    expect([distTag('1.0.0-rc.1'), distTag('1.0.0')]).toEqual(['next', 'latest']);
  });

  it('tries the first program of README', () => {
    const { code, output } = firstProgram(readFileSync(join(ROOT, 'README.md'), 'utf8'));
    expect(code).toMatch(/^import \{ selectRollouts \} from "rstar2-agent";/);
    expect(code).not.toContain('runs[run]!');
    expect(output).toMatch(/^run 0: reward 1, advantage/);
    expect(() => firstProgram('# Nothing\n')).toThrow('README.md: expected a first program with its output');
  });

  it('has a section in the changelog', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
  });
});
