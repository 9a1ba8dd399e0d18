/** The parts of a page lie beside this file on the disk, which a bundle for browsers does not have. */
export function readPart(): string {
  throw new Error('a report is put together from files of the package, which needs Node: there are none in a browser');
}
