package dev.serval.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A script that Redis runs in one step, for one session. Other data under its key does not count as
 * a session, and does no harm. The keys of each script are the session, the ids by their end, the
 * ids in their order, and who has removed the session. Immutable.
 */
enum Script {
    /** Arguments: the version known. Returns version, end and, if it is another version, bytes. */
    LOAD(
            """
            local s = redis.pcall('HMGET', KEYS[1], 'v', 'e')
            if s.err or not s[1] then return nil end
            return {s[1], s[2], s[1] == ARGV[1] and '' or redis.call('HGET', KEYS[1], 'b')}
            """),

    /**
     * Arguments: version loaded, or 0; version, end, bytes, id, and when Redis itself removes it,
     * or 0. Returns 1 if it was saved. A session that the same command has saved before, but whose
     * answer was lost, counts as saved.
     */
    SAVE(
            """
            local v = redis.call('HGET', KEYS[1], 'v')
            if (v or '0') ~= ARGV[1] then
              if v == ARGV[2] and redis.call('HGET', KEYS[1], 'b') == ARGV[4] then return 1 end
              return 0
            end
            redis.call('HSET', KEYS[1], 'v', ARGV[2], 'e', ARGV[3], 'b', ARGV[4])
            redis.call('ZADD', KEYS[2], ARGV[3], ARGV[5])
            redis.call('ZADD', KEYS[3], 0, ARGV[5])
            if ARGV[6] == '0' then redis.call('PERSIST', KEYS[1])
            else redis.call('PEXPIREAT', KEYS[1], ARGV[6]) end
            return 1
            """),

    /** Arguments: end, id, when Redis removes it, or 0. Returns 0 if there is no session. */
    TOUCH(
            """
            local e = redis.call('HGET', KEYS[1], 'e')
            if not e then return 0 end
            if (tonumber(e) or 0) < tonumber(ARGV[1]) then
              redis.call('HSET', KEYS[1], 'e', ARGV[1])
              redis.call('ZADD', KEYS[2], ARGV[1], ARGV[2])
              if ARGV[3] == '0' then redis.call('PERSIST', KEYS[1])
              else redis.call('PEXPIREAT', KEYS[1], ARGV[3]) end
            end
            return 1
            """),

    /**
     * Arguments: id, and a text of the call. Returns 1 if there was a session, also if the same
     * call is repeated because its answer was lost.
     */
    REMOVE(
            """
            if redis.call('DEL', KEYS[1]) == 0 then
              return redis.call('GET', KEYS[4]) == ARGV[2] and 1 or 0
            end
            redis.call('SET', KEYS[4], ARGV[2], 'PX', 60000)
            redis.call('ZREM', KEYS[2], ARGV[1])
            redis.call('ZREM', KEYS[3], ARGV[1])
            return 1
            """),

    /**
     * Arguments: id, now. Returns version, end and bytes, and removes it; nil if its time is not
     * over, or if it is gone.
     */
    CLAIM(
            """
            local s = redis.pcall('HMGET', KEYS[1], 'v', 'e', 'b')
            local e = not s.err and s[1] and tonumber(s[2] or '')
            if e and e > tonumber(ARGV[2]) then
              redis.call('ZADD', KEYS[2], e, ARGV[1])
              return nil
            end
            redis.call('DEL', KEYS[1])
            redis.call('ZREM', KEYS[2], ARGV[1])
            redis.call('ZREM', KEYS[3], ARGV[1])
            return e and s or nil
            """);

    private final byte[] text;
    private final byte[] hash;

    Script(String text) {
        this.text = text.getBytes(StandardCharsets.US_ASCII);
        try {
            // By this digest Redis identifies a script that it has run before.
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(this.text);
            hash = HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    /** One round trip; two if the server does not know the script yet. */
    Object run(UnifiedJedis redis, List<byte[]> keys, List<byte[]> arguments) {
        try {
            return redis.evalsha(hash, keys, arguments);
        } catch (JedisNoScriptException e) {
            return redis.eval(text, keys, arguments);
        }
    }
}
