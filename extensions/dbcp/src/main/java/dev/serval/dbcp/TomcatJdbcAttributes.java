package dev.serval.dbcp;

import static dev.serval.dbcp.PoolAttributes.count;
import static dev.serval.dbcp.PoolAttributes.flag;
import static dev.serval.dbcp.PoolAttributes.list;
import static dev.serval.dbcp.PoolAttributes.millis;
import static dev.serval.dbcp.PoolAttributes.named;
import static dev.serval.dbcp.PoolAttributes.text;

import dev.serval.settings.Attribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The attributes of tomcat-jdbc, and the settings of a pool. Constants. */
final class TomcatJdbcAttributes {
    /** Names of commons-dbcp2 with the same meaning. */
    private static final Set<String> SAME =
            Set.of(
                    "accessToUnderlyingConnectionAllowed",
                    "connectionProperties",
                    "defaultAutoCommit",
                    "defaultCatalog",
                    "defaultReadOnly",
                    "defaultTransactionIsolation",
                    "driverClassName",
                    "logAbandoned",
                    "numTestsPerEvictionRun",
                    "password",
                    "testOnReturn",
                    "testWhileIdle",
                    "url",
                    "username",
                    "validationQuery",
                    "validationQueryTimeout");

    private static final int MOST = 100;
    private static final int LEAST = 10;

    private static final List<PoolAttribute<?>> OWN =
            List.of(
                    count("maxActive", null, "Connections at a time.", Pool::setMaxTotal).or(MOST),
                    PoolAttributes.<Integer>named("maxIdle").or(MOST),
                    PoolAttributes.<Integer>named("minIdle").or(LEAST),
                    PoolAttributes.<Integer>named("initialSize").or(LEAST),
                    millis(
                                    "maxWait",
                                    "How long one waits for a connection.",
                                    (pool, time) -> pool.setMaxWait(time))
                            .or(30_000),
                    millis(
                            "maxAge",
                            "How old a connection becomes.",
                            (pool, time) -> pool.setMaxConn(time)),
                    PoolAttributes.<Boolean>named("testOnBorrow").or(false),
                    flag("testOnConnect", false, "Test new connections.", Pool::setTestOnCreate),
                    PoolAttributes.<Integer>named("timeBetweenEvictionRunsMillis").or(5_000),
                    PoolAttributes.<Integer>named("minEvictableIdleTimeMillis").or(60_000),
                    flag(
                            "removeAbandoned",
                            false,
                            "Close connections that are kept too long.",
                            (pool, on) -> {
                                pool.setRemoveAbandonedOnBorrow(on);
                                pool.setRemoveAbandonedOnMaintenance(on);
                            }),
                    PoolAttributes.<Integer>named("removeAbandonedTimeout").or(60),
                    text(
                            "initSQL",
                            "A statement for each new connection.",
                            (pool, sql) -> pool.setConnectionInitSqls(list(sql, ";"))),
                    PoolAttributes.<Boolean>named("rollbackOnReturn").or(false));

    /** Attributes without a counterpart in commons-dbcp2. */
    static final List<Attribute<?>> WITHOUT_COUNTERPART =
            List.copyOf(
                    Stream.of(
                                    "abandonWhenPercentageFull",
                                    "alternateUsernameAllowed",
                                    "commitOnReturn",
                                    "dataSource",
                                    "dataSourceJNDI",
                                    "dbProperties",
                                    "fairQueue",
                                    "ignoreExceptionOnPreLoad",
                                    "jdbcInterceptors",
                                    "jmxEnabled",
                                    "logValidationErrors",
                                    "propagateInterruptState",
                                    "suspectTimeout",
                                    "useDisposableConnectionFacade",
                                    "useEquals",
                                    "useLock",
                                    "useStatementFacade",
                                    "validationInterval",
                                    "validatorClassName")
                            .map(name -> Attribute.text(name, "Has no counterpart."))
                            .toList());

    static final List<PoolAttribute<?>> ALL = all();

    private TomcatJdbcAttributes() {}

    private static List<PoolAttribute<?>> all() {
        List<PoolAttribute<?>> all = new ArrayList<>();
        SAME.stream().sorted().forEach(name -> all.add(named(name)));
        all.addAll(OWN);
        for (Attribute<?> other : WITHOUT_COUNTERPART) {
            all.add(new PoolAttribute<>(other, (pool, value) -> {}));
        }
        return List.copyOf(all);
    }
}
