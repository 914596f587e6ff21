package dev.serval.builtin.manager;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Protection;
import dev.serval.session.SessionIds;
import dev.serval.session.saved.SessionKeeping;
import dev.serval.session.store.SessionStore;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.util.List;

/**
 * What keeps the sessions of an application, by Tomcat's names. Constants; the readers are loaded
 * when an element names them.
 */
public final class BuiltInManagers {
    private static final String SESSION = "org.apache.catalina.session.";

    /** Only the server makes it, so it is no constant of {@link Kind}. */
    public static final Kind<SessionKeeping> MANAGER =
            new Kind<>(SessionKeeping.class, "Manager", List.of("Context"));

    /** The name of a server for a balancer. */
    public static final Format<String> ROUTE =
            new Format<>(
                    "letters, digits and . _ ~ -, at most " + SessionIds.LONGEST_ROUTE,
                    text -> {
                        if (!SessionIds.isRoute(text)) {
                            throw new BadValue(
                                    "is \""
                                            + text
                                            + "\", but a route has letters, digits and . _ ~ -,"
                                            + " at most "
                                            + SessionIds.LONGEST_ROUTE);
                        }
                        return text;
                    });

    /** Made by the server only, too. */
    public static final Kind<SessionIds> ID_GENERATOR =
            new Kind<>(SessionIds.class, "SessionIdGenerator", List.of("Manager"));

    /** The offer of a Manager that names no class. */
    public static final Offer<SessionKeeping> STANDARD =
            new Offer<>(
                            MANAGER,
                            List.of("StandardManager", SESSION + "StandardManager"),
                            () -> ManagerReader.STANDARD)
                    .with(Protection.NO);

    private static final Offer<SessionKeeping> PERSISTENT =
            new Offer<>(
                            MANAGER,
                            List.of("PersistentManager", SESSION + "PersistentManager"),
                            () -> ManagerReader.PERSISTENT)
                    .with(Protection.NO);

    private static final String CLUSTER = "org.apache.catalina.ha.session.";

    private static final Offer<SessionKeeping> CLUSTERED =
            new Offer<>(
                            MANAGER,
                            List.of(
                                    "DeltaManager",
                                    CLUSTER + "DeltaManager",
                                    "BackupManager",
                                    CLUSTER + "BackupManager"),
                            () -> ManagerReader.CLUSTERED)
                    .with(Protection.NO);

    /** The offer of a SessionIdGenerator that names no class. */
    public static final Offer<SessionIds> IDS =
            new Offer<>(
                            ID_GENERATOR,
                            List.of(
                                    "StandardSessionIdGenerator",
                                    "org.apache.catalina.util.StandardSessionIdGenerator"),
                            () -> SessionIdsReader.DECLARATION)
                    .with(Protection.NO);

    /** In the order of the reference page. */
    public static final List<Offer<SessionKeeping>> MANAGERS =
            List.of(STANDARD, PERSISTENT, CLUSTERED);

    /** Likewise. */
    public static final List<Offer<SessionStore>> STORES =
            List.of(
                    new Offer<>(
                                    Kind.SESSION_STORE,
                                    List.of("FileStore", SESSION + "FileStore"),
                                    () -> FileStoreReader.DECLARATION)
                            .with(Protection.NO),
                    new Offer<>(
                                    Kind.SESSION_STORE,
                                    List.of(
                                            "DataSourceStore",
                                            SESSION + "DataSourceStore",
                                            SESSION + "JDBCStore"),
                                    () -> DataSourceStoreReader.DECLARATION)
                            .with(Protection.NO));

    private BuiltInManagers() {}
}
