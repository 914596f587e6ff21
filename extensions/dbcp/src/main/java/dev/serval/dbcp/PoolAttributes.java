package dev.serval.dbcp;

import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The attributes of a pool, which are those of commons-dbcp2's own factory. Constants. */
final class PoolAttributes {
    private static final Map<String, Integer> ISOLATIONS =
            Map.of(
                    "NONE", Connection.TRANSACTION_NONE,
                    "READ_UNCOMMITTED", Connection.TRANSACTION_READ_UNCOMMITTED,
                    "READ_COMMITTED", Connection.TRANSACTION_READ_COMMITTED,
                    "REPEATABLE_READ", Connection.TRANSACTION_REPEATABLE_READ,
                    "SERIALIZABLE", Connection.TRANSACTION_SERIALIZABLE);

    static final List<PoolAttribute<?>> PROPER =
            List.of(
                    text("url", "Of the database, as its driver has it.", Pool::setUrl),
                    text("username", "As the database knows it.", Pool::setUsername),
                    text("password", "Of that user.", Pool::setPassword),
                    text(
                            "driverClassName",
                            "Of the driver, in WEB-INF/lib or lib; by default the one that takes"
                                    + " the url.",
                            Pool::setDriverClassName),
                    text(
                            "dataSourceClassName",
                            "Of a DataSource in place of a driver, whose connections are kept."
                                    + " Serval's own.",
                            Pool::setSourceClass),
                    text(
                            "dataSourceProperties",
                            "Its properties: name=value, with semicolons between.",
                            (pool, text) -> pool.setSourceProperties(list(text, ";"))),
                    text(
                            "connectionProperties",
                            "For the driver: name=value, with semicolons between.",
                            Pool::setConnectionProperties),
                    count("maxTotal", 8, "Connections at a time; -1: no limit.", Pool::setMaxTotal),
                    count("maxIdle", 8, "Of them idle; -1: no limit.", Pool::setMaxIdle),
                    count("minIdle", 0, "Of them idle at least.", Pool::setMinIdle),
                    count(
                            "initialSize",
                            0,
                            "Opened with the first connection.",
                            Pool::setInitialSize),
                    millis(
                            "maxWaitMillis",
                            "How long one waits for a connection, by default 30 s; -1: without end.",
                            (pool, time) -> pool.setMaxWait(time)),
                    text(
                            "validationQuery",
                            "Tells whether a connection is alive; by default the driver does.",
                            Pool::setValidationQuery),
                    seconds(
                            "validationQueryTimeout",
                            "For that query.",
                            (pool, time) -> pool.setValidationQueryTimeout(time)),
                    flag("testOnCreate", false, "Test new connections.", Pool::setTestOnCreate),
                    flag("testOnBorrow", true, "Test before use.", Pool::setTestOnBorrow),
                    flag("testOnReturn", false, "Test after use.", Pool::setTestOnReturn),
                    flag("testWhileIdle", false, "Test idle ones.", Pool::setTestWhileIdle),
                    millis(
                            "timeBetweenEvictionRunsMillis",
                            "How often idle connections are looked at; -1: never.",
                            (pool, time) -> pool.setDurationBetweenEvictionRuns(time)),
                    count(
                            "numTestsPerEvictionRun",
                            3,
                            "How many of them each time.",
                            Pool::setNumTestsPerEvictionRun),
                    millis(
                            "minEvictableIdleTimeMillis",
                            "How long one is idle before it is closed.",
                            (pool, time) -> pool.setMinEvictableIdle(time)),
                    millis(
                            "softMinEvictableIdleTimeMillis",
                            "The same as long as more than minIdle are idle.",
                            (pool, time) -> pool.setSoftMinEvictableIdle(time)),
                    text(
                            "evictionPolicyClassName",
                            "What decides that otherwise.",
                            Pool::setEvictionPolicyClassName),
                    flag("lifo", true, "The last one used is used next.", Pool::setLifo),
                    millis(
                            "maxConnLifetimeMillis",
                            "How old a connection becomes; -1: without limit.",
                            (pool, time) -> pool.setMaxConn(time)),
                    flag(
                            "logExpiredConnections",
                            true,
                            "Log those that were too old.",
                            Pool::setLogExpiredConnections),
                    flag(
                            "removeAbandonedOnBorrow",
                            false,
                            "Close connections that are kept too long when few are left.",
                            Pool::setRemoveAbandonedOnBorrow),
                    flag(
                            "removeAbandonedOnMaintenance",
                            false,
                            "The same when idle connections are looked at.",
                            Pool::setRemoveAbandonedOnMaintenance),
                    seconds(
                            "removeAbandonedTimeout",
                            "When a connection counts as kept too long.",
                            (pool, time) -> pool.setRemoveAbandonedTimeout(time)),
                    flag("logAbandoned", false, "Log who keeps it.", Pool::setLogAbandoned),
                    flag(
                            "abandonedUsageTracking",
                            false,
                            "Log what it was last used for.",
                            Pool::setAbandonedUsageTracking),
                    flag(
                            "defaultAutoCommit",
                            null,
                            "Of new connections; by default as the driver has it.",
                            (pool, on) -> pool.setDefaultAutoCommit(on)),
                    flag(
                            "defaultReadOnly",
                            null,
                            "Of new connections.",
                            (pool, on) -> pool.setDefaultReadOnly(on)),
                    new PoolAttribute<>(
                            Attribute.of(
                                    "defaultTransactionIsolation",
                                    isolation(),
                                    null,
                                    "Of new connections."),
                            Pool::setDefaultTransactionIsolation),
                    text("defaultCatalog", "Of new connections.", Pool::setDefaultCatalog),
                    text("defaultSchema", "Of new connections.", Pool::setDefaultSchema),
                    seconds(
                            "defaultQueryTimeout",
                            "Of new statements.",
                            (pool, time) -> pool.setDefaultQueryTimeout(time)),
                    text(
                            "connectionInitSqls",
                            "Statements for each new connection, with semicolons between.",
                            (pool, text) -> pool.setConnectionInitSqls(list(text, ";"))),
                    flag(
                            "rollbackOnReturn",
                            true,
                            "Roll back what is not committed.",
                            Pool::setRollbackOnReturn),
                    flag(
                            "enableAutoCommitOnReturn",
                            true,
                            "Switch it on again after use.",
                            Pool::setAutoCommitOnReturn),
                    flag("cacheState", true, "Remember what was set.", Pool::setCacheState),
                    flag(
                            "poolPreparedStatements",
                            false,
                            "Keep prepared statements.",
                            Pool::setPoolPreparedStatements),
                    count(
                            "maxOpenPreparedStatements",
                            -1,
                            "How many of them; -1: no limit.",
                            Pool::setMaxOpenPreparedStatements),
                    flag(
                            "clearStatementPoolOnReturn",
                            false,
                            "Close them after use.",
                            Pool::setClearStatementPoolOnReturn),
                    flag(
                            "accessToUnderlyingConnectionAllowed",
                            false,
                            "Let applications have the connection of the driver.",
                            Pool::setAccessToUnderlyingConnectionAllowed),
                    flag(
                            "fastFailValidation",
                            false,
                            "A connection that failed fatally is not tested again.",
                            Pool::setFastFailValidation),
                    text(
                            "disconnectionSqlCodes",
                            "SQL states that are fatal, with commas.",
                            (pool, text) -> pool.setDisconnectionSqlCodes(list(text, ","))),
                    text(
                            "disconnectionIgnoreSqlCodes",
                            "SQL states that are not.",
                            (pool, text) -> pool.setDisconnectionIgnoreSqlCodes(list(text, ","))),
                    text(
                            "connectionFactoryClassName",
                            "What makes connections by the driver, otherwise.",
                            Pool::setConnectionFactoryClassName),
                    text("jmxName", "Under which JMX shows it.", Pool::setJmxName),
                    flag(
                            "registerConnectionMBean",
                            true,
                            "Show its connections there, too.",
                            Pool::setRegisterConnectionMBean));

    private static final List<PoolAttribute<?>> OF_DBCP_1 =
            List.of(
                    count("maxActive", null, "maxTotal is set.", Pool::setMaxTotal),
                    millis(
                            "maxWait",
                            "maxWaitMillis is set.",
                            (pool, time) -> pool.setMaxWait(time)),
                    flag(
                            "removeAbandoned",
                            null,
                            "removeAbandonedOnBorrow is set.",
                            Pool::setRemoveAbandonedOnBorrow));

    /** Former names, which tutorials still use. */
    static final List<Attribute<?>> OLDER =
            List.copyOf(OF_DBCP_1.stream().map(PoolAttribute::attribute).toList());

    /** The current names last, so that they override the former. */
    static final List<PoolAttribute<?>> ALL =
            Stream.concat(OF_DBCP_1.stream(), PROPER.stream()).toList();

    private PoolAttributes() {}

    /** One of the current names. */
    @SuppressWarnings("unchecked") // the caller knows its type
    static <T> PoolAttribute<T> named(String name) {
        for (PoolAttribute<?> each : PROPER) {
            if (each.attribute().name().equals(name)) {
                return (PoolAttribute<T>) each;
            }
        }
        throw new IllegalArgumentException(name);
    }

    static PoolAttribute<String> text(String name, String doc, BiConsumer<Pool, String> setter) {
        return new PoolAttribute<>(Attribute.text(name, doc), setter);
    }

    static PoolAttribute<Boolean> flag(
            String name, Boolean fallback, String doc, BiConsumer<Pool, Boolean> setter) {
        return new PoolAttribute<>(Attribute.flag(name, fallback, doc), setter);
    }

    static PoolAttribute<Integer> count(
            String name, Integer fallback, String doc, BiConsumer<Pool, Integer> setter) {
        return new PoolAttribute<>(
                Attribute.of(name, Format.integer(Unit.NONE, -1, Integer.MAX_VALUE), fallback, doc),
                setter);
    }

    static PoolAttribute<Integer> millis(
            String name, String doc, BiConsumer<Pool, Duration> setter) {
        return new PoolAttribute<>(
                Attribute.of(
                        name, Format.integer(Unit.MILLISECONDS, -1, Integer.MAX_VALUE), null, doc),
                (pool, value) -> setter.accept(pool, Duration.ofMillis(value)));
    }

    static PoolAttribute<Integer> seconds(
            String name, String doc, BiConsumer<Pool, Duration> setter) {
        return new PoolAttribute<>(
                Attribute.of(name, Format.integer(Unit.SECONDS, -1, Integer.MAX_VALUE), null, doc),
                (pool, value) -> setter.accept(pool, Duration.ofSeconds(value)));
    }

    static List<String> list(String text, String separator) {
        return Arrays.stream(text.split(separator))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /** A name of {@link Connection} or its number. */
    private static Format<Integer> isolation() {
        Map<String, Integer> choices = new TreeMap<>(ISOLATIONS);
        ISOLATIONS.forEach((name, level) -> choices.put(level.toString(), level));
        Format<Integer> choice = Format.choice(choices);
        return new Format<>(
                String.join(", ", new TreeMap<>(ISOLATIONS).keySet()),
                text -> isolation(choice, text));
    }

    private static Integer isolation(Format<Integer> choice, String text) throws BadValue {
        return choice.parser().parse(text.toUpperCase(Locale.ROOT));
    }
}
