/** Bundles for browsers have no files beside them. */
export function packageFolder(): never {
  throw new Error('the package has no folders in a browser');
}
