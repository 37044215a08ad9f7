-- Append the records of one commit after an expected head: all of them or none.
--
-- KEYS  1 stream  2 head  3 answers by command id
-- ARGV  1 command id  2 its answer, to be remembered  3 expected position  4 expected hash
--       5 channel  6 notice  7 number of words n  8 … 7+n the new head  8+n … the records
--
-- Every check comes before the first write, so that a script never stops half-way.

local answer = redis.call('HGET', KEYS[3], ARGV[1])
if answer then
  return {'duplicate', answer}
end

local stored = redis.call('HMGET', KEYS[2], 'position', 'hash', 'halted', 'broken')
local same = (stored[1] or '0') == ARGV[3] and (stored[2] or '') == ARGV[4]
local halted = (stored[3] or '') ~= ''
if halted or not same then
  local tail = redis.call('XRANGE', KEYS[1], '(' .. ARGV[3] .. '-0', '+', 'COUNT', 64)
  return {'conflict', redis.call('HGETALL', KEYS[2]), tail}
end

local position = tonumber(ARGV[3])
if redis.call('XLEN', KEYS[1]) ~= position then
  return {'broken'}
end

local words = tonumber(ARGV[7])
for i = 8 + words, #ARGV do
  position = position + 1
  redis.call('XADD', KEYS[1], string.format('%d-0', position), 'e', ARGV[i])
end
redis.call('HSET', KEYS[2], unpack(ARGV, 8, 7 + words))
if stored[4] then
  redis.call('HDEL', KEYS[2], 'broken')
end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
redis.call('PUBLISH', ARGV[5], ARGV[6])
return {'appended'}
