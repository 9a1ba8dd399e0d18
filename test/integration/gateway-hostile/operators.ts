import type { Attack, Scene } from './scene.js';

const json = { 'content-type': 'application/json' };

function call(
  name: string,
  path: string,
  body: string,
  statuses: readonly number[],
  headers: Record<string, string> = json,
): Attack {
  return {
    name,
    run: async ({ gateway }) => (await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body })).status,
    statuses,
  };
}

const plan = (more: object) => JSON.stringify({ groupId: 'hostile', ...more });

async function guardedPost({ guarded }: Scene, path: string, headers: Record<string, string>): Promise<number> {
  const init = { method: 'POST', headers: { ...json, ...headers }, body: '{"groupId":"g"}' };
  return (await fetch(`${guarded.url}${path}`, init)).status;
}

/** What is wrong with how sessions are opened and ended. */
export const ATTACKS: readonly Attack[] = [
  call('a session of no group', '/sessions', '{}', [400]),
  call('a session that is a list', '/sessions', '[[]]', [400]),
  call('a session that is null', '/sessions', 'null', [400]),
  call('a session without a body', '/sessions', '', [400]),
  call('a session with a prototype', '/sessions', '{"__proto__":{"groupId":"g"}}', [400]),
  call('a session that is a form', '/sessions', 'groupId=g', [415], {
    'content-type': 'application/x-www-form-urlencoded',
  }),
  call('a session from a page', '/sessions', plan({}), [403], { ...json, origin: 'http://evil.example' }),
  call('a session named as its own folder', '/sessions', plan({ id: '.' }), [400]),
  call('a session with a name of a kilobyte', '/sessions', plan({ id: 'x'.repeat(1000) }), [400]),
  call('a session of no turns', '/sessions', plan({ limits: { maxTurns: 0 } }), [400]),
  call('a session of endless turns', '/sessions', '{"groupId":"g","limits":{"maxTurns":1e999}}', [400]),
  call('a session without an end', '/sessions', plan({ limits: { timeLimitMs: 1e300 } }), [400]),
  call('a session with a seed of an object', '/sessions', plan({ seed: {} }), [400]),
  call(
    'a session with data 100,000 deep',
    '/sessions',
    `{"groupId":"g","metadata":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}}`,
    [400],
  ),
  call('a session of 100 MB', '/sessions', ' '.repeat(100e6), [413]),
  call('the end of a session that never was', '/sessions/never/end', '{}', [404]),
  call('the end of a prototype', '/sessions/__proto__/end', '{}', [404]),
  call('a path below the end', '/sessions/x/end/more', '{}', [404]),
  call('a reward beyond all', '/sessions/other/end', '{"reward":1e999}', [400]),
  call('a reward of a text', '/sessions/other/end', '{"reward":"1"}', [400]),
  call('a reward of a list', '/sessions/other/end', '[1]', [400]),
  call('a reward with a member too many', '/sessions/other/end', '{"reward":1,"done":true}', [400]),
  {
    name: 'a session for no key where the operator has one',
    run: (scene) => guardedPost(scene, '/sessions', {}),
    statuses: [401],
  },
  {
    name: 'a session for the key of a session',
    run: (scene) =>
      guardedPost(scene, '/sessions', { 'x-api-key': scene.guarded.open({ groupId: 'g' }).openai.apiKey }),
    statuses: [401],
  },
  {
    name: 'the reward that an agent gives itself',
    run: (scene) => {
      const { id, openai } = scene.guarded.open({ groupId: 'g' });
      return guardedPost(scene, `/sessions/${encodeURIComponent(id)}/end`, {
        authorization: `Bearer ${openai.apiKey}`,
      });
    },
    statuses: [401],
  },
  {
    name: 'more sessions than there may be',
    run: async ({ gateway }) => {
      const opened: string[] = [];
      const statuses: number[] = [];
      for (let i = 0; i < 70; i++) {
        const response = await fetch(`${gateway.url}/sessions`, { method: 'POST', headers: json, body: plan({}) });
        const { id } = (await response.json()) as { id?: string };
        statuses.push(response.status);
        if (id !== undefined) opened.push(id);
      }
      for (const id of opened)
        await fetch(`${gateway.url}/sessions/${encodeURIComponent(id)}/end`, {
          method: 'POST',
          headers: json,
          body: '{}',
        });
      return statuses;
    },
    statuses: [201, 429],
  },
];
