import type { GatewayModels } from '../../gateway/index.js';
import { UsageError } from '../command.js';
import type { Flags } from '../flags.js';
import { readKeyFile } from '../key-flag.js';

export const MODELS_HELP = `
  --untrained NAME
                   answer requests for this model with the same engine, but leave them out of rollouts. A * at the end of NAME
                   stands for any text: --untrained 'claude-haiku-*'; may be repeated
  --forward NAME=URL
                   forward requests for this model to another server, such as a judge; may be repeated
  --forward-key-file NAME=FILE
                   file with the key of that server; may be repeated
`.replace(/^\n|\n$/g, '');

/** @returns What answers requests, by model name. @throws UsageError for malformed flags, and for a name that occurs twice. */
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
  if (unknown !== undefined) throw new UsageError(`--forward-key-file: expected --forward ${unknown}=URL too`);
  const untrained = flags.texts('untrained').map((name): [string, GatewayModels[string]] => [name, 'untrained']);
  const models = [...untrained, ...forwarded];
  const names = models.map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new UsageError(`expected each model once in --untrained and --forward, got ${twice} twice`);
  return Object.fromEntries(models);
}

function namedBy(flag: string, text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`--${flag}: expected NAME=${flag === 'forward' ? 'URL' : 'FILE'}, got ${text}`);
}
