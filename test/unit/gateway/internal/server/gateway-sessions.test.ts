import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseOptions } from '../../../../../src/base/internal/index.js';
import { gatewayOptionsSchema, type GatewayOptions } from '../../../../../src/gateway/gateway-options.js';
import { GatewaySessions } from '../../../../../src/gateway/internal/server/gateway-sessions.js';
import { OpenSessions } from '../../../../../src/gateway/internal/server/open-sessions.js';
import { tokenizer } from '../../../rollout/conversation.js';

describe('sessions that the gateway ends', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function sessionsWith(onOutcome: GatewayOptions['onOutcome']) {
    const messages: string[] = [];
    const policy = { generate: () => Promise.reject(new Error('not asked')) };
    const log: GatewayOptions['log'] = ({ message }) => void messages.push(message);
    const settings = parseOptions(gatewayOptionsSchema, { policy, tokenizer, onOutcome, log });
    return { sessions: new GatewaySessions(settings, new OpenSessions()), messages };
  }

  it('do not wait for an onOutcome that never settles', async () => {
    const { sessions, messages } = sessionsWith(() => new Promise(() => {}));
    sessions.open({ groupId: 'g', id: 'a' }, { isRemote: true });
    const closed = sessions.close();
    await vi.advanceTimersByTimeAsync(30_000);
    await closed;
    expect(messages).toEqual(['session a: its outcome could not be reported: no result within 30000 ms']);
  });

  it('wait for one that settles, and leave no timer', async () => {
    const { sessions, messages } = sessionsWith(() => new Promise((resolve) => setTimeout(resolve, 20_000)));
    sessions.open({ groupId: 'g', id: 'a' }, { isRemote: true });
    const closed = sessions.close();
    await vi.advanceTimersByTimeAsync(20_000);
    await closed;
    expect([messages, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('are not opened once it is closed, also while it waits for the last outcomes', async () => {
    const { sessions } = sessionsWith(() => new Promise(() => {}));
    sessions.open({ groupId: 'g' }, { isRemote: true });
    const closed = sessions.close();
    for (const isRemote of [true, false])
      expect(() => sessions.open({ groupId: 'g' }, { isRemote })).toThrow('the gateway was closed');
    await vi.advanceTimersByTimeAsync(30_000);
    await closed;
  });
});
