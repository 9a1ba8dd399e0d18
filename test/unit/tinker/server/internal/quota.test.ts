import { describe, expect, it } from 'vitest';
import { limitsOfEachKey } from '../../../../../src/tinker/server/internal/quota.js';
import { serverOptionsSchema, type TinkerServerOptions } from '../../../../../src/tinker/server/options.js';

const factory = { createLearner: () => {} };
const limits = { maxSessions: 10, maxModels: 5, maxSamplers: 3, maxFutures: 100, maxConcurrentSamples: 8 };
const three = { ann: 'a', bob: 'b', cid: 'c' };

function limitsOf(options: Pick<TinkerServerOptions, 'apiKey' | 'quota'>, most: object = limits) {
  return limitsOfEachKey(serverOptionsSchema.parse({ factory, directory: '.', limits: most, ...options }));
}

describe('the limits of each key', () => {
  it('are those of the server where there is one key, or none', () => {
    expect(limitsOf({})).toMatchObject(limits);
    expect(limitsOf({ apiKey: 'a' })).toMatchObject(limits);
    expect(limitsOf({ apiKey: 'a', quota: { maxModels: 2 } })).toMatchObject({ ...limits, maxModels: 2 });
  });

  it('are equal shares where there are several, or less', () => {
    const shares = { maxSessions: 3, maxModels: 1, maxSamplers: 1, maxFutures: 34, maxConcurrentSamples: 3 };
    expect(limitsOf({ apiKey: three })).toMatchObject(shares);
    expect(limitsOf({ apiKey: three, quota: { maxSessions: 2 } })).toMatchObject({ maxSessions: 2, maxModels: 1 });
  });

  it('are refused where one key could take the share of another', () => {
    const quota = { maxSessions: 4 };
    expect(() => limitsOf({ apiKey: three, quota })).toThrow(
      'options.quota.maxSessions: expected at most 3 (10 for 3 keys), got 4',
    );
    expect(() => limitsOf({ apiKey: three }, { maxModels: 2 })).toThrow(
      'options.limits.maxModels: expected at least 3, one for each key, got 2',
    );
    const apiKey = { ann: 'a', bob: 'a' };
    expect(() => limitsOf({ apiKey })).toThrow('options.apiKey: expected at least one key, and different keys');
    expect(() => limitsOf({ apiKey: {} })).toThrow('options.apiKey: expected at least one key');
    expect(() => limitsOf({ apiKey: { Ann: 'a', bob: 'b', ann: 'c' } })).toThrow(
      'options.apiKey: expected names that differ in more than case, got ann twice',
    );
  });

  it('are refused for a key that no header can carry, without repeating it', () => {
    expect(() => limitsOf({ apiKey: 'tml-\nsecret' })).toThrow('options.apiKey: expected what fits an HTTP header');
    const apiKey = { ann: 'tml-a', bob: 'tml-ключ' };
    expect(() => limitsOf({ apiKey })).toThrow(/^options\.apiKey\.bob: expected what fits an HTTP header(?!.*ключ)/);
  });
});
