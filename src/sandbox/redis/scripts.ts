/**
 * What must happen at once. A call is in the stream until its result is: whoever takes it out of the group's hands is
 * the one who answers, so that a call that ran twice is answered once.
 */

/** KEYS: calls, results. ARGV: group, entry, id, result, seconds the results are kept. Answers 1 if this was the first result. */
export const ANSWER = `
if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('XDEL', KEYS[1], ARGV[2])
redis.call('XADD', KEYS[2], '*', 'id', ARGV[3], 'result', ARGV[4])
redis.call('EXPIRE', KEYS[2], ARGV[5])
return 1
`;

/** KEYS: calls, results, parked. ARGV: group, entry, id, result, seconds, call, reason, deliveries. */
export const PARK = `
if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('XDEL', KEYS[1], ARGV[2])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 10000, '*', 'id', ARGV[3], 'call', ARGV[6], 'reason', ARGV[7], 'deliveries', ARGV[8])
redis.call('XADD', KEYS[2], '*', 'id', ARGV[3], 'result', ARGV[4])
redis.call('EXPIRE', KEYS[2], ARGV[5])
return 1
`;
