import { TinkerError } from '../tinker-error.js';

/** @returns A route's path with its places filled; a slash of an id stays one. @throws RangeError for an id that leads elsewhere. */
export function fillPath(path: string, ids: { readonly [name: string]: string }): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parts = ids[name]!.split('/');
    if (parts.some((part) => part === '.' || part === '..' || part === ''))
      throw new RangeError(`${name}: expected an id, got ${JSON.stringify(ids[name]!.slice(0, 200))}`);
    return parts.map(encodeURIComponent).join('/');
  });
}

/** @throws TinkerError for what a server gave for an id and is none. */
export function plainId(id: string, what: string): string {
  if (/^(?!\.{0,2}$)[^\p{Cc}\s/]{1,512}$/u.test(id)) return id;
  throw new TinkerError(`${what}: expected an id, got ${JSON.stringify(id.slice(0, 100))}`);
}
