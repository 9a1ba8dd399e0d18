/** From problems on disk to a run: the data. */
export { createCurator, type CurateOptions, type Curator, type Removal } from './data/curator.js';
export { inspectData, type ColumnReport, type DataReport, type InspectDataOptions } from './data/inspect-data.js';
export { integerAnswer } from './data/integer-answer.js';
export { NAMED_DATASETS, type NamedDataset, type ProblemColumns } from './data/named-datasets.js';
export { prepareData, type PrepareDataOptions, type PreparedCounts, type PreparedData } from './data/prepare-data.js';
export type { Problem } from './data/problem.js';
export { readProblems, type ReadProblemsOptions } from './data/read-problems.js';
export {
  readRows,
  type BadRow,
  type DataFormat,
  type DataProgress,
  type DataRow,
  type ReadRowsOptions,
} from './data/read-rows.js';
export { summarizeProblems, type NumberSummary, type ProblemStatistics } from './data/summarize-problems.js';
export { MIXES, mixStreams, type MixStreamsOptions } from './data/mix-streams.js';
export { packSequences, type PackSequencesOptions, type SequencePack } from './data/pack-sequences.js';
export {
  readConversations,
  type TrainingConversation,
  type ReadConversationsOptions,
} from './data/read-conversations.js';
export {
  trainingSequences,
  type RefusedConversation,
  type TrainingSequence,
  type TrainingSequencesOptions,
} from './data/training-sequences.js';
