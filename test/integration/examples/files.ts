import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { problems, recipe } from './given.js';
import { made } from './made.js';

type Write = (path: string) => void;

const copyOf =
  (name: string): Write =>
  (path) =>
    cpSync(made(name), path, { recursive: true });
const text =
  (content: string): Write =>
  (path) =>
    writeFileSync(path, content);
const lines = (values: readonly object[]) => text(values.map((value) => `${JSON.stringify(value)}\n`).join(''));

const conversations = problems.map(({ prompt, metadata: { groundTruth } }) => ({
  messages: [...prompt, { role: 'assistant', content: `<answer>\\boxed{${groundTruth}}</answer>` }],
}));
/** Reads its task and asks the policy once, as any program of another language would. */
const AGENT = `
import json, os, sys, urllib.request
task = json.loads(sys.stdin.readline())
body = json.dumps({'model': 'policy', 'messages': task['messages']}).encode()
headers = {'authorization': 'Bearer ' + os.environ['OPENAI_API_KEY'], 'content-type': 'application/json'}
request = urllib.request.Request(os.environ['OPENAI_BASE_URL'] + '/chat/completions', body, headers)
print(json.load(urllib.request.urlopen(request))['choices'][0]['message']['content'])
`;

/** The files and folders that examples name as if they were there. */
export const FILES: Readonly<Record<string, Write>> = {
  'Qwen/Qwen3-0.6B': copyOf('model'),
  'models/qwen3': copyOf('model'),
  'model.safetensors': copyOf('model/model.safetensors'),
  'chat_template.jinja': copyOf('model/chat_template.jinja'),
  'adapters/math': copyOf('adapter'),
  'runs/demo': copyOf('run'),
  'run/metrics.jsonl': copyOf('run/metrics.jsonl'),
  'run/rollouts.jsonl': copyOf('run/rollouts.jsonl'),
  'evaluations/step-100': copyOf('evaluation'),
  'evaluations/sft': copyOf('evaluation'),
  'evaluations/rl': copyOf('evaluation'),
  'tinker-probes.json': copyOf('tinker-probes.json'),
  'problems.jsonl': lines(problems),
  'tools.jsonl': lines(problems),
  'chat.jsonl': lines(problems),
  'problems.csv': text(`id,prompt,groundTruth\n${problems.map(({ id }) => `${id},What is 6 times 7?,42\n`).join('')}`),
  'conversations.jsonl': lines(conversations),
  'sft.jsonl': lines(conversations),
  'recipe.json': text(JSON.stringify(recipe)),
  'recipe.yaml': text(JSON.stringify(recipe)),
  'agent.py': text(AGENT),
};

/** Writes the files that an example names into a folder. */
export function writeFiles(example: string, folder: string): void {
  for (const [name, write] of Object.entries(FILES).filter(([name]) => namesFile(example, name))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    write(path);
  }
}

/** @returns Whether an example names a file, or one that lies in a folder of that name. */
export function namesFile(example: string, name: string): boolean {
  return example.includes(`'${name}'`) || example.includes(`'${name}/`);
}
