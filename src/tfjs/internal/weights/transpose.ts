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
  for (let top = 0; top < rows; top += TILE) {
    const bottom = Math.min(rows, top + TILE);
    for (let left = 0; left < columns; left += TILE) {
      const right = Math.min(columns, left + TILE);
      for (let i = top; i < bottom; i++) {
        const row = from.at + i * from.stride;
        for (let j = left; j < right; j++) to.values[to.at + j * to.stride + i] = from.values[row + j]!;
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
