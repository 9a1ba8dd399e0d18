import { publicDoors } from './scripts/layout.mjs';

/** The API reference: `npm run docs:api`. What is public and has no words, or leads nowhere, is an error. */
export default {
  name: 'rstar2-agent',
  entryPoints: Object.values(publicDoors()).map((file) => `src/${file}`),
  tsconfig: 'tsconfig.build.json',
  out: 'docs/api',
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  includeVersion: true,
  githubPages: false,
  disableSources: true,
  treatWarningsAsErrors: true,
  validation: { notExported: true, invalidLink: true, rewrittenLink: true, notDocumented: true },
  requiredToBeDocumented: ['Class', 'Function', 'Interface', 'TypeAlias', 'Variable'],
};
