import { afterEach, describe, expect, it, vi } from 'vitest';
import { retryDelayMs } from '../../../../../src/io/index.js';
import { clientOptionsSchema, clientSettings } from '../../../../../src/tinker/client/internal/settings.js';

it('tries a server that stays away for about five minutes', () => {
  const { retry } = clientOptionsSchema.parse({ baseUrl: 'http://127.0.0.1:1' });
  const waits = (drawn: number) =>
    Array.from({ length: retry.retries }, (_, i) => retryDelayMs(i, retry, { random: { next: () => drawn } }));
  const minutes = [0, 0.5, 1].map((drawn) => waits(drawn).reduce((sum, wait) => sum + wait, 0) / 60_000);
  for (const total of minutes) expect(Math.abs(total - 5)).toBeLessThan(0.5);
});

describe('a client whose options name no server', () => {
  const asked = (options: object) => {
    const { baseUrl, apiKey } = clientSettings(options);
    return { baseUrl, apiKey };
  };
  afterEach(() => vi.unstubAllEnvs());

  it('goes where the environment says, with the key that is there', () => {
    vi.stubEnv('TINKER_BASE_URL', 'http://127.0.0.1:8000');
    vi.stubEnv('TINKER_API_KEY', 'tml-own');
    expect(asked({})).toEqual({ baseUrl: 'http://127.0.0.1:8000', apiKey: 'tml-own' });
    expect(asked({ apiKey: 'tml-other' })).toEqual({ baseUrl: 'http://127.0.0.1:8000', apiKey: 'tml-other' });
  });

  it('sends a key that is given without a server to the hosted service', () => {
    vi.stubEnv('TINKER_BASE_URL', '');
    expect(asked({ apiKey: 'tml-a' }).baseUrl).toBe('https://tinker.thinkingmachines.dev/services/tinker-prod');
  });

  it('goes to the hosted service where there is a key alone, and nowhere without one', () => {
    vi.stubEnv('TINKER_BASE_URL', '');
    vi.stubEnv('TINKER_API_KEY', 'tml-own');
    expect(asked({})).toEqual({
      baseUrl: 'https://tinker.thinkingmachines.dev/services/tinker-prod',
      apiKey: 'tml-own',
    });
    vi.stubEnv('TINKER_API_KEY', '');
    expect(() => asked({})).toThrow(
      'options.baseUrl: expected an http or https URL, or TINKER_BASE_URL in the environment',
    );
  });

  it('sends no key of the environment to a server that the options name', () => {
    vi.stubEnv('TINKER_API_KEY', 'tml-own');
    expect(asked({ baseUrl: 'http://there' })).toEqual({ baseUrl: 'http://there', apiKey: undefined });
  });
});
