package dev.serval.redis;

import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ZRangeParams;

/**
 * Sessions in Redis or Valkey, which several nodes share. Thread-safe.
 *
 * <p>Each call is one round trip, except those for all sessions. Redis itself removes a session a
 * day after its end, in case no node is left to claim it.
 */
final class RedisStore implements SessionStore {
    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);
    private static final long GRACE = TimeUnit.DAYS.toMillis(1);
    private static final byte[] ZERO = {'0'};

    /** A command for Redis. */
    private interface Call<T> extends Function<UnifiedJedis, T> {}

    private final Server server;
    private final Keys keys;
    // Guards connecting, which may fail; the next caller tries again.
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile UnifiedJedis redis;
    private volatile boolean closed;

    RedisStore(Server server, Keys keys) {
        this.server = server;
        this.keys = keys;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public StoredSession load(String id) throws SessionStoreException {
        return load(id, ZERO);
    }

    @Override
    public StoredSession load(String id, long known) throws SessionStoreException {
        return load(id, number(known));
    }

    private StoredSession load(String id, byte[] known) throws SessionStoreException {
        return session(id, again("load a session", redis -> run(redis, Script.LOAD, id, known)));
    }

    @Override
    public boolean save(StoredSession session, long loaded) throws SessionStoreException {
        String id = session.id();
        return 1
                == (long)
                        again(
                                "save a session",
                                redis ->
                                        run(
                                                redis,
                                                Script.SAVE,
                                                id,
                                                number(loaded),
                                                number(session.version()),
                                                number(session.expires()),
                                                session.bytes(),
                                                text(id),
                                                removed(session.expires())));
    }

    @Override
    public boolean touch(String id, long expires) throws SessionStoreException {
        return 1
                == (long)
                        again(
                                "keep a session",
                                redis ->
                                        run(
                                                redis,
                                                Script.TOUCH,
                                                id,
                                                number(expires),
                                                text(id),
                                                removed(expires)));
    }

    @Override
    public boolean remove(String id) throws SessionStoreException {
        byte[] call = text(Long.toHexString(ThreadLocalRandom.current().nextLong()));
        return 1
                == (long)
                        again(
                                "remove a session",
                                redis -> run(redis, Script.REMOVE, id, text(id), call));
    }

    @Override
    public List<StoredSession> claimExpired(long now, int most) throws SessionStoreException {
        List<StoredSession> claimed = new ArrayList<>();
        // A claim whose answer is lost is reported by no node; the query before it finds
        // connections that are closed.
        for (int part = 0; part < Keys.PARTS && claimed.size() < most; part++) {
            byte[] byEnd = keys.byEnd(part);
            int room = most - claimed.size();
            ZRangeParams over = ZRangeParams.zrangeByScoreParams(0, now);
            List<byte[]> found =
                    again("look for ends", redis -> redis.zrange(byEnd, over.limit(0, room)));
            for (byte[] each : found) {
                String id = new String(each, StandardCharsets.UTF_8);
                Object content =
                        once(
                                "claim a session",
                                redis -> run(redis, Script.CLAIM, id, each, number(now)));
                StoredSession session = session(id, content);
                if (session != null) {
                    claimed.add(session);
                }
            }
        }
        return claimed;
    }

    @Override
    public List<String> ids(String after, int most) throws SessionStoreException {
        ZRangeParams next =
                ZRangeParams.zrangeByLexParams(after == null ? "-" : "(" + after, "+")
                        .limit(0, most);
        TreeSet<String> ids = new TreeSet<>();
        for (int part = 0; part < Keys.PARTS; part++) {
            byte[] byId = keys.byId(part);
            List<byte[]> found = again("list ids", redis -> redis.zrange(byId, next));
            found.forEach(each -> ids.add(new String(each, StandardCharsets.UTF_8)));
            while (ids.size() > most) {
                ids.pollLast();
            }
        }
        return List.copyOf(ids);
    }

    @Override
    public long size() throws SessionStoreException {
        long size = 0;
        for (int part = 0; part < Keys.PARTS; part++) {
            byte[] byId = keys.byId(part);
            size += again("count sessions", redis -> redis.zcard(byId));
        }
        return size;
    }

    @Override
    public void close() {
        connecting.lock();
        try {
            closed = true;
            if (redis != null) {
                redis.close();
            }
        } finally {
            connecting.unlock();
        }
    }

    private Object run(UnifiedJedis redis, Script script, String id, byte[]... arguments) {
        int part = Keys.part(id);
        return script.run(
                redis,
                List.of(keys.session(id), keys.byEnd(part), keys.byId(part), keys.removed(id)),
                List.of(arguments));
    }

    /** The result of a script; null if it has found no session, or a malformed one. */
    private static StoredSession session(String id, Object found) {
        if (!(found instanceof List<?> fields) || fields.contains(null)) {
            return null;
        }
        try {
            byte[] bytes = (byte[]) fields.get(2);
            return new StoredSession(id, number(fields.get(0)), number(fields.get(1)), bytes);
        } catch (IllegalArgumentException e) {
            LOG.warn("SRV-0730 What Redis has of a session is none: {}", e.getMessage());
            return null;
        }
    }

    /**
     * Runs a command that may be executed twice. A server that was restarted has closed the pooled
     * connections, which is noticed one by one, when they are used.
     */
    private <T> T again(String what, Call<T> call) throws SessionStoreException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(server.timeout());
        for (int kept = server.maxConnections(); kept > 0; kept--) {
            try {
                return call.apply(connected(what));
            } catch (JedisConnectionException e) {
                if (System.nanoTime() - end >= 0) {
                    throw failure(what, e);
                }
            } catch (JedisException e) {
                throw failure(what, e);
            }
        }
        return once(what, call);
    }

    private <T> T once(String what, Call<T> call) throws SessionStoreException {
        try {
            return call.apply(connected(what));
        } catch (JedisException e) {
            throw failure(what, e);
        }
    }

    private UnifiedJedis connected(String what) throws SessionStoreException {
        UnifiedJedis known = redis;
        if (known != null) {
            return known;
        }
        boolean mine = false;
        try {
            mine = connecting.tryLock(server.timeout(), TimeUnit.MILLISECONDS);
            if (!mine || closed) {
                throw new SessionStoreException(
                        "cannot " + what + ": there is no connection to " + server, null);
            }
            if (redis == null) {
                redis = server.connect();
            }
            return redis;
        } catch (JedisException e) {
            throw failure(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SessionStoreException("cannot " + what + ": interrupted", e);
        } finally {
            if (mine) {
                connecting.unlock();
            }
        }
    }

    private SessionStoreException failure(String what, Exception e) {
        Throwable reason = e;
        while (reason.getCause() != null && reason.getCause() != reason) {
            reason = reason.getCause();
        }
        String message = "cannot " + what + ": " + server + ": " + reason.getMessage();
        // All connections of the pool are in use.
        return reason instanceof NoSuchElementException
                ? SessionStoreException.busy(message, e)
                : new SessionStoreException(message, e);
    }

    private static byte[] removed(long expires) {
        return expires > Long.MAX_VALUE - GRACE ? ZERO : number(expires + GRACE);
    }

    private static byte[] number(long number) {
        return text(Long.toString(number));
    }

    private static long number(Object bytes) {
        return Long.parseLong(new String((byte[]) bytes, StandardCharsets.US_ASCII));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
