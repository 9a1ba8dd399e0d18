import { openTensorFiles, type ModelDirectory, type TensorFiles } from '../../../../io/index.js';

/**
 * Opens a folder's tensors for as long as `use` takes.
 *
 * @param stem - `model`, `adapter_model`, `optimizer`.
 * @throws ModelFileError as `openTensorFiles`, and whatever `use` throws.
 */
export async function withTensorFiles<T>(
  directory: ModelDirectory,
  stem: string,
  use: (files: TensorFiles) => Promise<T>,
): Promise<T> {
  const files = await openTensorFiles(directory, stem);
  try {
    return await use(files);
  } finally {
    await files.close();
  }
}
