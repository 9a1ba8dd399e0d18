/**
 * Scripts, since Redis runs each without interruption. A call stays in its stream until its result is written. The worker that acknowledges the
 * call writes the result, so a call that ran twice is answered once.
 */

/**
 * Adds an entry to a stream and returns its id, or Redis' error. The key belongs to one producer or one worker, so a value of another type is
 * deleted. If it stayed, each delivery of a call would run the program and fail to write the result, until the call is parked.
 */
const ADD = `
local function add(key, ...)
  local added = redis.pcall('XADD', key, '*', ...)
  if type(added) == 'table' and string.find(added.err, 'WRONGTYPE', 1, true) then
    redis.call('DEL', key)
    added = redis.pcall('XADD', key, '*', ...)
  end
  return added
end
`;

/**
 * KEYS: calls, results. ARGV: group, entry, id, result, seconds the results are kept, the session that the call opened or
 * an empty text. Returns 1 for the first result of a call, else 0. The result is written first: if Redis refuses it, the call stays.
 */
export const ANSWER = `${ADD}
if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then return 0 end
local added = add(KEYS[2], 'id', ARGV[3], 'result', ARGV[4], 'session', ARGV[6])
if type(added) == 'table' then return added end
redis.call('EXPIRE', KEYS[2], ARGV[5])
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
return 1
`;

/**
 * KEYS: calls, results, parked. ARGV: group, entry, id, result, seconds, call, reason, deliveries. Removes the call, even if
 * Redis refuses the parked copy or the result.
 */
export const PARK = `${ADD}
if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('XDEL', KEYS[1], ARGV[2])
redis.pcall('XADD', KEYS[3], 'MAXLEN', '~', 10000, '*', 'id', ARGV[3], 'call', ARGV[6], 'reason', ARGV[7], 'deliveries', ARGV[8])
add(KEYS[2], 'id', ARGV[3], 'result', ARGV[4])
redis.pcall('EXPIRE', KEYS[2], ARGV[5])
return 1
`;

/**
 * KEYS: the calls of every namespace. ARGV: group, consumer, how many. Takes so many new calls in all, the same number
 * from each namespace that has them. Returns pairs of a key's index (from 1) and an entry, and pairs of a key's index and
 * Redis' error for that key.
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
 * KEYS: cells, results. ARGV: entry, seconds the results are kept, the fields of the result. Removes the cell even if
 * Redis refuses the result: its producer sends the cell again, and the worker still has the result.
 */
export const ANSWER_CELL = `${ADD}
add(KEYS[2], unpack(ARGV, 3))
redis.pcall('EXPIRE', KEYS[2], ARGV[2])
return redis.call('XDEL', KEYS[1], ARGV[1])
`;

/** KEYS: cells. ARGV: milliseconds. Creates the stream if there is none, and sets its time to live. */
export const KEEP_CELLS = `${ADD}
local entry = add(KEYS[1], 'made', '1')
if type(entry) == 'table' then return entry end
redis.call('XDEL', KEYS[1], entry)
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
`;

/** KEYS: calls. ARGV: entries. Returns the entries that are not in the stream. */
export const MISSING = `
local missing = {}
for _, entry in ipairs(ARGV) do
  if #redis.call('XRANGE', KEYS[1], entry, entry) == 0 then missing[#missing + 1] = entry end
end
return missing
`;

/** KEYS: a sorted set. ARGV: member, milliseconds. Adds the member until then, by Redis' own clock. */
export const KEEP_MEMBER = `
local now = redis.call('TIME')
return redis.call('ZADD', KEYS[1], now[1] * 1000 + ARGV[2], ARGV[1])
`;

/** KEYS: a sorted set. ARGV: milliseconds. Removes and returns members whose time ended that long ago. */
export const DROP_MEMBERS = `
local now = redis.call('TIME')
local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now[1] * 1000 - ARGV[1], 'LIMIT', 0, 4096)
if #old > 0 then redis.call('ZREM', KEYS[1], unpack(old)) end
return old
`;
