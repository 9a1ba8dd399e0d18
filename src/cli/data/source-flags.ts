import type { ReadProblemsOptions } from '../../recipe/index.js';
import type { Flags } from '../flags.js';

export const SOURCE_HELP = `
  --files PATTERN  files of a folder or a repository: 'en/*.parquet', '**/test.jsonl'; may be repeated
  --format FORMAT  jsonl, csv, tsv or parquet (default: by the file's extension)
  --prompt NAME    column of the question (default prompt, problem or question); a dot separates nested names
  --ground-truth NAME  column of the right answer (default metadata.groundTruth, groundTruth,
                   reward_model.ground_truth, ground_truth or answer)
  --id NAME        column of the id (default id; a row without id has its position)
  --revision REV   branch, tag or commit on the hub (default main)
  --offline        download nothing: use only the local cache of the hub
`.replace(/^\n|\n$/g, '');

/** @throws UsageError for an unknown format. */
export function readSourceFlags(flags: Flags): Omit<ReadProblemsOptions, 'onBadRow' | 'onProgress' | 'signal'> {
  const files = flags.texts('files');
  const format = flags.choice('format', ['jsonl', 'csv', 'tsv', 'parquet', 'auto'], 'auto');
  const columns = { prompt: flags.text('prompt'), groundTruth: flags.text('ground-truth'), id: flags.text('id') };
  return {
    ...(files.length > 0 && { files }),
    ...(format !== 'auto' && { format }),
    ...(Object.values(columns).some((column) => column !== undefined) && { columns }),
    revision: flags.text('revision'),
    ...(flags.has('offline') && { offline: true }),
  };
}
