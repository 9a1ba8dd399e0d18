import type { ReadProblemsOptions } from '../../recipe/index.js';
import type { Flags } from '../flags.js';

export const SOURCE_HELP = `
  --files PATTERN  which files of a folder or a repository: 'en/*.parquet', '**/test.jsonl'; may be given again
  --format FORMAT  jsonl, csv, tsv or parquet, where the extension does not say it
  --prompt NAME    column of what is asked (default prompt, problem or question); a dot goes into a structure
  --ground-truth NAME  column of what is right (default metadata.groundTruth, groundTruth,
                   reward_model.ground_truth, ground_truth or answer)
  --id NAME        column of the id (default id; without one, the row's place)
  --revision REV   a branch, tag or commit of the hub (default main)
  --offline        take what the hub's cache has
`.replace(/^\n|\n$/g, '');

/** @throws UsageError for a format that is none. */
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
