/**
 * What must happen at once. A call is in the stream until its result is: whoever takes it out of the group's hands is
 * the one who answers, so that a call that ran twice is answered once.
 */

/**
 * KEYS: calls, results. ARGV: group, entry, id, result, seconds the results are kept, the session that it opened or
 * nothing. Answers 1 if this was the first
 * result. The result is written first: where that cannot be, the call stays.
 */
export const ANSWER = `
if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then return 0 end
redis.call('XADD', KEYS[2], '*', 'id', ARGV[3], 'result', ARGV[4], 'session', ARGV[6])
redis.call('EXPIRE', KEYS[2], ARGV[5])
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
return 1
`;

/**
 * KEYS: calls, results, parked. ARGV: group, entry, id, result, seconds, call, reason, deliveries. The call goes, whether
 * or not it can be written down and answered.
 */
export const PARK = `
if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('XDEL', KEYS[1], ARGV[2])
redis.pcall('XADD', KEYS[3], 'MAXLEN', '~', 10000, '*', 'id', ARGV[3], 'call', ARGV[6], 'reason', ARGV[7], 'deliveries', ARGV[8])
redis.pcall('XADD', KEYS[2], '*', 'id', ARGV[3], 'result', ARGV[4])
redis.pcall('EXPIRE', KEYS[2], ARGV[5])
return 1
`;

/**
 * KEYS: the calls of every namespace. ARGV: group, consumer, how many. Takes so many new calls in all, the same number
 * from each namespace that has them. Answers pairs of a key's index (from 1) and an entry, and pairs of a key's index and
 * what is wrong with that key.
 */
export const TAKE = `
local taken, broken, left, open = {}, {}, tonumber(ARGV[3]), {}
for k = 1, #KEYS do open[k] = k end
while left > 0 and #open > 0 do
  local share, more = math.max(1, math.floor(left / #open)), {}
  for _, k in ipairs(open) do
    local count = math.min(share, left)
    local answer = count > 0 and redis.pcall('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', count, 'STREAMS', KEYS[k], '>')
    if answer and answer.err then
      broken[#broken + 1] = {k, answer.err}
    elseif answer then
      local entries = answer[1][2]
      for _, entry in ipairs(entries) do taken[#taken + 1] = {k, entry} end
      left = left - #entries
      if #entries == count then more[#more + 1] = k end
    end
  end
  open = more
end
return {taken, broken}
`;

/**
 * KEYS: cells, results. ARGV: entry, seconds the results are kept, the fields of what is said. The cell goes even where
 * that cannot be said: its producer sends it again, and what it came to is still known.
 */
export const ANSWER_CELL = `
redis.pcall('XADD', KEYS[2], '*', unpack(ARGV, 3))
redis.pcall('EXPIRE', KEYS[2], ARGV[2])
return redis.call('XDEL', KEYS[1], ARGV[1])
`;

/** KEYS: cells. ARGV: milliseconds. Makes the stream where there is none, and lets it live for so long. */
export const KEEP_CELLS = `
local entry = redis.pcall('XADD', KEYS[1], '*', 'made', '1')
if type(entry) == 'table' then
  redis.call('DEL', KEYS[1])
  entry = redis.call('XADD', KEYS[1], '*', 'made', '1')
end
redis.call('XDEL', KEYS[1], entry)
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
`;

/** KEYS: calls. ARGV: entries. Answers those that are not there. */
export const MISSING = `
local missing = {}
for _, entry in ipairs(ARGV) do
  if #redis.call('XRANGE', KEYS[1], entry, entry) == 0 then missing[#missing + 1] = entry end
end
return missing
`;

/** KEYS: a sorted set. ARGV: member, milliseconds. Puts the member in until so long from now, by Redis' own clock. */
export const KEEP_MEMBER = `
local now = redis.call('TIME')
return redis.call('ZADD', KEYS[1], now[1] * 1000 + ARGV[2], ARGV[1])
`;

/** KEYS: a sorted set. ARGV: milliseconds. Removes and answers members whose time has been over for so long. */
export const DROP_MEMBERS = `
local now = redis.call('TIME')
local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now[1] * 1000 - ARGV[1], 'LIMIT', 0, 4096)
if #old > 0 then redis.call('ZREM', KEYS[1], unpack(old)) end
return old
`;
