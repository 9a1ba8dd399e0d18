/** Trains by GRPO-RoC on a live server: `train.ts URL MODEL DIRECTORY`. A run that was killed goes on. */
import { describeRunEvent, runRecipe } from 'rstar2-agent/recipe';
import { loadTokenizer, openModelDirectory } from 'rstar2-agent/rollout';
import { createTinkerClient, createTinkerLearnerFactory } from 'rstar2-agent/tinker';
import { LUCKY_DIGIT, luckyDigit } from './lucky-digit.js';

const [url, model, directory] = process.argv.slice(2);
const client = await createTinkerClient({ baseUrl: url!, retry: { retries: 3, delayMs: 500 } });
try {
  const factory = await createTinkerLearnerFactory({ client, semantics: 'skyrl' });
  const { records } = await runRecipe(LUCKY_DIGIT, {
    ...luckyDigit(await loadTokenizer(await openModelDirectory(model!))),
    directory: directory!,
    learner: () => factory.createLearner({ baseModel: factory.baseModels[0]!, lora: { rank: 8 }, seed: 1 }),
    onEvent: (event) => console.log(describeRunEvent(event)),
  });
  for (const { stage, step, loss, reward, seconds } of records)
    console.log(`${stage} ${step}: ${JSON.stringify({ loss, reward, seconds })}`);
} finally {
  await client.close();
}
