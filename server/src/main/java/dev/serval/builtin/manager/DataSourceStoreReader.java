package dev.serval.builtin.manager;

import dev.serval.builtin.resource.NamedDataSource;
import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.session.saved.DataSourceStore;
import dev.serval.session.saved.SessionTable;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.StoreScope;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.List;
import java.util.Set;

/** Reads the Store that is a DataSourceStore. Stateless. */
final class DataSourceStoreReader {
    private static final Attribute<Boolean> LOCAL =
            NamedDataSource.local(
                    "Whether it is that of the application: a name below java:comp/env.");
    private static final Attribute<String> TABLE =
            name(
                    "sessionTable",
                    "tomcat$sessions",
                    "The table, which may have a schema before it.");
    private static final Attribute<String> APP =
            name("sessionAppCol", "app", "The column of the application.");
    private static final Attribute<String> ID = name("sessionIdCol", "id", "The column of the id.");
    private static final Attribute<String> DATA =
            name("sessionDataCol", "data", "The column of the bytes of a session.");
    private static final Attribute<String> VALID =
            name("sessionValidCol", "valid", "The column that is always 1.");
    private static final Attribute<String> MAX_INACTIVE =
            name(
                    "sessionMaxInactiveCol",
                    "maxinactive",
                    "The column of the seconds until its time is over, as it was when it was"
                            + " saved.");
    private static final Attribute<String> LAST_ACCESSED =
            name("sessionLastAccessedCol", "lastaccess", "The column of its last use.");
    private static final Attribute<String> VERSION =
            name(
                    "sessionVersionCol",
                    "version",
                    "The column of the number that grows with every change, which keeps nodes from"
                            + " overwriting each other. Serval's own.");
    private static final Attribute<String> EXPIRES =
            name(
                    "sessionExpiresCol",
                    "expires",
                    "The column of when its time is over, in milliseconds since 1970. Serval's"
                            + " own.");
    private static final Attribute<Boolean> CREATE =
            Attribute.flag(
                    "createTable",
                    false,
                    "Whether the table and an index are made if there is none. Serval's own.");
    private static final Attribute<Integer> TIMEOUT =
            Attribute.of(
                    "timeout",
                    Format.integer(Unit.SECONDS, 1, 600),
                    5,
                    "The limit of each statement, and of the wait for a connection, whatever the"
                            + " pool says. Serval's own.");

    static final Declaration<SessionStore> DECLARATION =
            new Declaration<>(
                    new AttributeTable(
                            "DataSourceStore",
                            "A Store of the PersistentManager: a table of a database, for any number"
                                    + " of servers.",
                            List.of(
                                    NamedDataSource.NAME,
                                    LOCAL,
                                    TABLE,
                                    APP,
                                    ID,
                                    DATA,
                                    VALID,
                                    MAX_INACTIVE,
                                    LAST_ACCESSED,
                                    VERSION,
                                    EXPIRES,
                                    CREATE,
                                    TIMEOUT)),
                    Set.of(),
                    DataSourceStoreReader::read);

    private DataSourceStoreReader() {}

    private static Attribute<String> name(String name, String fallback, String doc) {
        return Attribute.of(name, Format.text(), fallback, doc);
    }

    private static Factory<SessionStore> read(Settings given) {
        SessionTable table;
        try {
            table =
                    new SessionTable(
                            given.get(TABLE),
                            given.get(APP),
                            given.get(ID),
                            given.get(DATA),
                            given.get(VALID),
                            given.get(MAX_INACTIVE),
                            given.get(LAST_ACCESSED),
                            given.get(VERSION),
                            given.get(EXPIRES));
        } catch (IllegalArgumentException e) {
            given.error(given.at(), e.getMessage());
            return null;
        }
        NamedDataSource source = NamedDataSource.read(given, LOCAL);
        boolean create = given.get(CREATE);
        int seconds = given.get(TIMEOUT);
        return place ->
                new DataSourceStore(
                        () -> source.find(place),
                        table,
                        place.service(StoreScope.class).application(),
                        seconds,
                        create);
    }
}
