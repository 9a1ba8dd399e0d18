import type { GatewayModels } from '../../gateway/index.js';
import { UsageError } from '../command.js';
import type { Flags } from '../flags.js';
import { readKeyFile } from '../key-flag.js';

export const MODELS_HELP = `
  --untrained NAME
                   requests for this model get answers of the same engine that are in no rollout; may be repeated. A * at the end of
                   NAME stands for any end: --untrained 'claude-haiku-*'
  --forward NAME=URL
                   requests for this model go on to another server (a judge); may be repeated
  --forward-key-file NAME=FILE
                   the key of that server; may be repeated
`.replace(/^\n|\n$/g, '');

/** @returns Who answers requests, by the names of models. @throws UsageError for what is malformed, and for a name that comes twice. */
export function modelsOf(flags: Flags): GatewayModels {
  const keys = new Map(flags.texts('forward-key-file').map((text) => namedBy('forward-key-file', text)));
  const forwarded = flags.texts('forward').map((text): [string, GatewayModels[string]] => {
    const [name, baseUrl] = namedBy('forward', text);
    if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
      throw new UsageError(`--forward: expected NAME=URL with an http or https URL, got ${text}`);
    const keyFile = keys.get(name);
    keys.delete(name);
    return [name, keyFile === undefined ? { baseUrl } : { baseUrl, apiKey: readKeyFile('forward-key-file', keyFile) }];
  });
  const [unknown] = keys.keys();
  if (unknown !== undefined) throw new UsageError(`--forward-key-file: expected a --forward ${unknown}=URL beside it`);
  const untrained = flags.texts('untrained').map((name): [string, GatewayModels[string]] => [name, 'untrained']);
  const models = [...untrained, ...forwarded];
  const names = models.map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new UsageError(`the model ${twice} comes twice: --untrained and --forward take a name once`);
  return Object.fromEntries(models);
}

function namedBy(flag: string, text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`--${flag}: expected NAME=${flag === 'forward' ? 'URL' : 'FILE'}, got ${text}`);
}
