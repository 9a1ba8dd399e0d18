/** @returns A route's path with its places filled; a slash of an id stays one. */
export function fillPath(path: string, ids: { readonly [name: string]: string }): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!.split('/').map(encodeURIComponent).join('/'));
}
