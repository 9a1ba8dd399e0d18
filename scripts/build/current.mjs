/** Whether `dist` was built from the sources as they are, so that a demo that starts again builds nothing. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a build depends on. */
const SOURCES = [
  'src',
  'scripts/build',
  'scripts/build.mjs',
  'scripts/layout.mjs',
  'package.json',
  'package-lock.json',
];
/** The hash of what a whole build was made of. It is not published. */
const RECORD = 'dist/.built-from';

/** @returns Whether the modules in `dist` are those of the sources. */
export function isCurrent() {
  return existsSync(RECORD) && readFileSync(RECORD, 'utf8') === sourcesHash('.');
}

/** Called at the end of a build, of the modules alone too: it vouches for these only. @param hash - Of the sources when the build began. */
export function remember(hash) {
  writeFileSync(RECORD, hash);
}

/** @returns A hash of names and contents of all that a build of this checkout depends on. */
export function sourcesHash(checkout) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(checkout, source);
    const files = statSync(path).isFile() ? [''] : readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
    for (const file of files) {
      if (!statSync(join(path, file)).isFile()) continue;
      hash
        .update(`${source}/${file}\0`)
        .update(readFileSync(join(path, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
