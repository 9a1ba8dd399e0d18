/**
 * The declarations of the package: a file a door, and a file for each room that doors share, so that a type is one type
 * through every door.
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { PURE, PEER_DOORS, SIDE_DOORS, doorFiles } from '../layout.mjs';

/** Rolls up what tsc has written for each file of src. @param from - Its folder. */
export async function buildDeclarations(from, folder) {
  const doors = Object.entries(doorFiles()).map(([name, file]) => [
    name,
    join(from, relative('src', file).replace(/\.ts$/, '.d.ts')),
  ]);
  // Its last step would let a door import what is private to it from any other that gives it out, peers and all.
  const plugin = { ...dts(), generateBundle: undefined };
  const bundle = await rollup({
    input: Object.fromEntries(doors),
    plugins: [plugin],
    external: (id) => !id.startsWith('.') && !existsSync(id),
    onwarn: ({ code, message }) => {
      throw new Error(`${code}: ${message}`);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: ({ name }) => `types-${name.replace(/^types-|\.d$/g, '')}.d.ts`,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    manualChunks: (id) => chunkOf(relative(from, id)),
  });
  await bundle.close();
}

/**
 * By room; rooms that are no doors go together. The folder of a room's second door stands alone, so that the first door does not give its
 * names, and a room whose second door asks for a peer goes as its doors need it.
 */
function chunkOf(file) {
  const [room, ...rest] = file.split('/');
  if (rest.length === 0 || [...PURE, 'io'].includes(room)) return 'types-shared';
  const side = SIDE_DOORS.map((door) => door.replace('.ts', '')).find((door) => file.startsWith(door));
  if (PEER_DOORS.some((door) => door.startsWith(`${room}/`))) return undefined;
  return `types-${(side ?? room).replace('/', '-')}`;
}
