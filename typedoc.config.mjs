import { Converter, ReflectionKind } from 'typedoc';
import { PURE, publicDoors } from './scripts/layout.mjs';

const doors = Object.values(publicDoors());
const VALUES = ReflectionKind.Function | ReflectionKind.Variable | ReflectionKind.Class;

/**
 * The root leaves out types that nobody has to name, such as those of options. They are in the reference all the same, under
 * the room that has them; what else these rooms share among themselves is not.
 */
function typesOfRooms(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const room of (project.children ?? []).filter(({ name }) => PURE.includes(name))) {
      for (const value of room.getChildrenByKind(VALUES)) project.removeReflection(value);
    }
  });
}

/** The API reference: `npm run docs:api`. What is public and has no words, or leads nowhere, is an error. */
export default {
  name: 'rstar2-agent',
  entryPoints: [...doors, ...PURE.map((room) => `${room}/index.ts`)].map((file) => `src/${file}`),
  plugin: [typesOfRooms],
  tsconfig: 'tsconfig.build.json',
  out: 'docs/api',
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  excludeReferences: true,
  includeVersion: true,
  githubPages: false,
  disableSources: true,
  treatWarningsAsErrors: true,
  validation: { notExported: false, invalidLink: true, rewrittenLink: true, notDocumented: true },
  requiredToBeDocumented: ['Class', 'Function', 'Interface', 'TypeAlias', 'Variable'],
};
