package dev.serval.redis;

import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Settings;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.StoreScope;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.HostAndPort;

/** Reads the Store that is a RedisStore. Stateless. */
final class RedisStoreReader {
    private static final Attribute<Set<HostAndPort>> ADDRESSES =
            Attribute.of(
                            "addresses",
                            Addresses.format(),
                            Set.of(new HostAndPort("localhost", 6379)),
                            "Where the server is; with sentinelMaster or cluster, where some of"
                                    + " the sentinels or nodes are. Without a port: 6379.")
                    .shown("localhost:6379");
    private static final Attribute<String> SENTINEL_MASTER =
            Attribute.text(
                    "sentinelMaster", "The name by which sentinels know the server to write to.");
    private static final Attribute<Boolean> CLUSTER =
            Attribute.flag(
                    "cluster",
                    false,
                    "true for a cluster. The sessions of an application are in 16 of its slots.");
    private static final Attribute<String> USER =
            Attribute.text(
                    "user", "For an access list; without it the password is of the default user.");
    private static final Attribute<String> PASSWORD = Attribute.text("password", "Its password.");
    private static final Attribute<String> SENTINEL_USER =
            Attribute.text("sentinelUser", "As user, for the sentinels.");
    private static final Attribute<String> SENTINEL_PASSWORD =
            Attribute.text("sentinelPassword", "As password, for the sentinels.");
    private static final Attribute<Integer> DATABASE =
            Attribute.of(
                    "database",
                    Format.integer(Unit.NONE, 0, Integer.MAX_VALUE),
                    0,
                    "Its number. A cluster has one only.");
    private static final Attribute<Boolean> TLS =
            Attribute.flag(
                    "tls",
                    false,
                    "Connects by TLS. The certificate must be of a trusted authority, and name the"
                            + " host as addresses does.");
    private static final Attribute<String> TRUSTSTORE_FILE =
            Attribute.text(
                            "truststoreFile",
                            "Of tls: whom to trust, in a file of the type PKCS12 or JKS.")
                    .shown("what the JDK trusts");
    private static final Attribute<String> TRUSTSTORE_PASSWORD =
            Attribute.text("truststorePassword", "Of truststoreFile.");
    private static final Attribute<String> KEY_PREFIX =
            Attribute.of(
                    "keyPrefix",
                    prefix(),
                    "serval:",
                    "What the names of all keys begin with. Nodes with the same sessions have the"
                            + " same one.");
    private static final Attribute<Integer> TIMEOUT =
            Attribute.of(
                    "timeout",
                    Format.integer(Unit.MILLISECONDS, 1, 15_000),
                    2000,
                    "How long a connection, an answer and a free connection are each waited for. At"
                            + " most as long as another request of the same session waits for this"
                            + " one.");
    private static final Attribute<Integer> MAX_CONNECTIONS =
            Attribute.of(
                    "maxConnections",
                    Format.integer(Unit.NONE, 1, 10_000),
                    16,
                    "The limit of connections to each server, for this application.");

    static final Declaration<SessionStore> DECLARATION =
            new Declaration<>(
                    new AttributeTable(
                            "RedisStore",
                            "A Store of the PersistentManager: sessions in Redis or Valkey, for"
                                    + " several nodes.",
                            List.of(
                                    ADDRESSES,
                                    SENTINEL_MASTER,
                                    CLUSTER,
                                    USER,
                                    PASSWORD,
                                    SENTINEL_USER,
                                    SENTINEL_PASSWORD,
                                    DATABASE,
                                    TLS,
                                    TRUSTSTORE_FILE,
                                    TRUSTSTORE_PASSWORD,
                                    KEY_PREFIX,
                                    TIMEOUT,
                                    MAX_CONNECTIONS)),
                    Set.of(),
                    RedisStoreReader::read);

    private RedisStoreReader() {}

    /**
     * A prefix without braces, which would select the part of a name that determines the slot of a
     * cluster.
     */
    private static Format<String> prefix() {
        return new Format<>(
                "a text without braces",
                text -> {
                    if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
                        throw new BadValue("must not have braces");
                    }
                    return text;
                });
    }

    private static Offer.Factory<SessionStore> read(Settings given) {
        boolean sentinels = given.has(SENTINEL_MASTER);
        boolean cluster = given.get(CLUSTER);
        boolean tls = given.get(TLS);
        if (sentinels && cluster) {
            given.error(
                    given.at(CLUSTER),
                    "cluster and sentinelMaster of RedisStore exclude each other: a cluster has no"
                            + " sentinels");
        } else if (!sentinels && !cluster && given.get(ADDRESSES).size() > 1) {
            given.error(
                    given.at(ADDRESSES),
                    "addresses of RedisStore has more than one address, which needs sentinelMaster"
                            + " or cluster=\"true\"");
        }
        if (cluster && given.get(DATABASE) != 0) {
            given.error(given.at(DATABASE), "database of RedisStore must be 0 for a cluster");
        }
        withoutEffect(given, sentinels, SENTINEL_USER, "sentinelMaster");
        withoutEffect(given, sentinels, SENTINEL_PASSWORD, "sentinelMaster");
        withoutEffect(given, tls, TRUSTSTORE_FILE, "tls=\"true\"");
        withoutEffect(given, given.has(TRUSTSTORE_FILE), TRUSTSTORE_PASSWORD, "truststoreFile");
        withoutEffect(given, given.has(PASSWORD), USER, "password");
        return place -> {
            String file = given.get(TRUSTSTORE_FILE);
            Path trusted = file == null ? null : place.file(file);
            Server server =
                    new Server(
                            given.get(ADDRESSES),
                            given.get(SENTINEL_MASTER),
                            cluster,
                            new Login(given.get(USER), given.get(PASSWORD)),
                            new Login(given.get(SENTINEL_USER), given.get(SENTINEL_PASSWORD)),
                            given.get(DATABASE),
                            tls ? Trust.of(trusted, given.get(TRUSTSTORE_PASSWORD)) : null,
                            given.get(TIMEOUT),
                            given.get(MAX_CONNECTIONS));
            String application = place.service(StoreScope.class).application();
            return new RedisStore(server, new Keys(given.get(KEY_PREFIX), application));
        };
    }

    private static void withoutEffect(
            Settings given, boolean used, Attribute<?> attribute, String needed) {
        if (given.has(attribute) && !used) {
            given.warning(
                    given.at(attribute),
                    attribute.name() + " of RedisStore has no effect without " + needed);
        }
    }
}
