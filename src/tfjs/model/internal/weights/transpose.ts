/** A matrix inside an array: its first number, and how far apart its rows lie. */
export interface MatrixIn {
  readonly values: Float32Array;
  readonly at: number;
  readonly stride: number;
}

/** Both a tile's rows and its columns stay in the cache. */
const TILE = 32;

/** Writes the transpose of a matrix into another: `to[j][i] = from[i][j]`. */
export function transposeInto(from: MatrixIn, rows: number, columns: number, to: MatrixIn): void {
  const [source, target] = [from.values, to.values];
  for (let top = 0; top < rows; top += TILE) {
    const height = Math.min(rows - top, TILE);
    for (let left = 0; left < columns; left += TILE) {
      const right = Math.min(columns, left + TILE);
      // What is written lies together, in lines of the cache that are filled at once; what is read is in the cache.
      for (let j = left; j < right; j++) {
        let at = from.at + top * from.stride + j;
        const first = to.at + j * to.stride + top;
        for (let i = first; i < first + height; i++) {
          target[i] = source[at]!;
          at += from.stride;
        }
      }
    }
  }
}

/** @returns The transpose of a matrix [rows, columns]. */
export function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  const turned = new Float32Array(values.length);
  transposeInto({ values, at: 0, stride: columns }, rows, columns, { values: turned, at: 0, stride: rows });
  return turned;
}
