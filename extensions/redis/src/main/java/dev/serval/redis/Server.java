package dev.serval.redis;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;

/**
 * Where sessions are kept, and how it is reached. Immutable.
 *
 * @param addresses of the server, or of some sentinels or nodes of a cluster
 * @param sentinelMaster null without sentinels
 * @param trust null without TLS
 * @param timeout in milliseconds, for each wait
 * @param maxConnections to each server
 */
record Server(
        Set<HostAndPort> addresses,
        String sentinelMaster,
        boolean cluster,
        Login login,
        Login sentinelLogin,
        int database,
        SslOptions trust,
        int timeout,
        int maxConnections) {
    // A cluster that moves a slot says so, and the client asks another node.
    private static final int CLUSTER_ATTEMPTS = 3;

    /** Connects to sentinels and clusters now, to a single server when it is first used. */
    UnifiedJedis connect() {
        if (cluster) {
            return RedisClusterClient.builder()
                    .nodes(addresses)
                    .maxAttempts(CLUSTER_ATTEMPTS)
                    .maxTotalRetriesDuration(Duration.ofMillis(2L * timeout))
                    .clientConfig(client(login))
                    .poolConfig(pool())
                    .build();
        }
        if (sentinelMaster != null) {
            return RedisSentinelClient.builder()
                    .masterName(sentinelMaster)
                    .sentinels(addresses)
                    .sentinelClientConfig(sentinel())
                    .clientConfig(client(login))
                    .poolConfig(pool())
                    .build();
        }
        return RedisClient.builder()
                .hostAndPort(addresses.iterator().next())
                .clientConfig(client(login))
                .poolConfig(pool())
                .build();
    }

    private JedisClientConfig client(Login login) {
        return settings(login).database(database).build();
    }

    private JedisClientConfig sentinel() {
        return settings(sentinelLogin).build();
    }

    private DefaultJedisClientConfig.Builder settings(Login login) {
        DefaultJedisClientConfig.Builder settings =
                DefaultJedisClientConfig.builder()
                        .connectionTimeoutMillis(timeout)
                        .socketTimeoutMillis(timeout)
                        .user(login.user())
                        .password(login.password())
                        // One command less for each connection.
                        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (trust != null) {
            settings.sslOptions(trust);
        }
        return settings;
    }

    private ConnectionPoolConfig pool() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(maxConnections);
        pool.setMaxIdle(maxConnections);
        pool.setMaxWait(Duration.ofMillis(timeout));
        pool.setJmxEnabled(false);
        return pool;
    }

    /** For messages. */
    @Override
    public String toString() {
        String hosts =
                addresses.stream().map(HostAndPort::toString).collect(Collectors.joining(", "));
        if (cluster) {
            return "the Redis cluster at " + hosts;
        }
        return sentinelMaster == null
                ? "Redis at " + hosts
                : "Redis " + sentinelMaster + " of the sentinels at " + hosts;
    }
}
