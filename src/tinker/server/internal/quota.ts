import { argumentError } from '../../../base/internal/index.js';
import { checkKey } from '../../../io/index.js';
import type { ServerLimits, ServerSettings } from '../options.js';

/**
 * @returns The limits of each key: its quota, or an equal share of what a server has.
 * @throws RangeError for keys that are alike or fit no header, for users whose names are one folder where case does not count, for more keys than there are sessions or models, and for a quota that is more than a share.
 */
export function limitsOfEachKey({
  apiKey,
  limits,
  quota,
}: Pick<ServerSettings, 'apiKey' | 'limits' | 'quota'>): ServerLimits {
  const keys = typeof apiKey === 'object' ? Object.values(apiKey) : [apiKey];
  const count = keys.length;
  if (new Set(keys).size < Math.max(1, count))
    throw argumentError(RangeError, 'options.apiKey', 'expected at least one key, and different keys for all users');
  const users = typeof apiKey === 'object' ? Object.keys(apiKey) : [];
  if (typeof apiKey === 'string') checkKey(apiKey, 'options.apiKey');
  else for (const [user, key] of Object.entries(apiKey ?? {})) checkKey(key, `options.apiKey.${user}`);
  const alike = users.find((user, i) => users.slice(0, i).some((one) => one.toLowerCase() === user.toLowerCase()));
  if (alike !== undefined)
    throw argumentError(
      RangeError,
      'options.apiKey',
      `expected names that differ in more than case, got ${alike} twice`,
    );
  const share = (name: 'maxSessions' | 'maxModels'): number => {
    const most = Math.floor(limits[name] / count);
    if (most === 0)
      throw argumentError(
        RangeError,
        `options.limits.${name}`,
        `expected at least ${count}, one for each key, got ${limits[name]}`,
      );
    const own = quota[name] ?? most;
    if (own <= most) return own;
    throw argumentError(
      RangeError,
      `options.quota.${name}`,
      `expected at most ${most} (${limits[name]} for ${count} keys), got ${own}`,
    );
  };
  return {
    ...limits,
    maxSessions: share('maxSessions'),
    maxModels: share('maxModels'),
    maxSamplers: Math.ceil(limits.maxSamplers / count),
    maxFutures: Math.ceil(limits.maxFutures / count),
    maxConcurrentSamples: Math.ceil(limits.maxConcurrentSamples / count),
  };
}
