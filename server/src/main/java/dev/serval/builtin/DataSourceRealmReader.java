package dev.serval.builtin;

import dev.serval.builtin.resource.NamedDataSource;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.security.CertificateNames;
import dev.serval.security.DataSourceRealm;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.security.TableUsers;
import dev.serval.security.UserSchema;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import java.util.List;
import java.util.Set;

/** Reads a {@code Realm} that is a DataSourceRealm. Stateless. */
final class DataSourceRealmReader {
    private static final Attribute<Boolean> LOCAL =
            NamedDataSource.local(
                    "Whether it is that of the application whose user logs in: a name below"
                            + " java:comp/env.");
    private static final Attribute<String> USER_TABLE =
            Attribute.text("userTable", "The table of users.").needed();
    private static final Attribute<String> USER_NAME =
            Attribute.text("userNameCol", "The column of their names, in both tables.").needed();
    private static final Attribute<String> USER_CREDENTIAL =
            Attribute.text("userCredCol", "The column of what is kept of their passwords.")
                    .needed();
    private static final Attribute<String> ROLE_TABLE =
            Attribute.of("userRoleTable", Format.text(), null, "The table of their roles.")
                    .shown("users have no roles");
    private static final Attribute<String> ROLE_NAME =
            Attribute.of("roleNameCol", Format.text(), null, "The column of the roles.")
                    .shown("users have no roles");
    private static final AttributeTable TABLE =
            new AttributeTable(
                    "DataSourceRealm",
                    "A Realm whose users are in the tables of a database. A login takes up to 8"
                            + " connections at a time; where the database does not answer, logins"
                            + " get 503.",
                    List.of(
                            NamedDataSource.NAME,
                            LOCAL,
                            USER_TABLE,
                            USER_NAME,
                            USER_CREDENTIAL,
                            ROLE_TABLE,
                            ROLE_NAME,
                            RealmAttributes.VALIDATE,
                            RealmAttributes.RETRIEVER,
                            RealmAttributes.RETRIEVER_TOO,
                            RealmAttributes.MAX_QUEUE_SIZE,
                            RealmAttributes.MAX_QUEUE_TIME));

    static final Declaration<Realm> DECLARATION =
            new Declaration<>(TABLE, Set.of(Kind.CREDENTIAL_HANDLER), DataSourceRealmReader::read);

    private DataSourceRealmReader() {}

    private static Factory<Realm> read(Settings given) {
        NamedDataSource source = NamedDataSource.read(given, LOCAL);
        UserSchema schema =
                new UserSchema(
                        given.get(USER_TABLE),
                        given.get(USER_NAME),
                        given.get(USER_CREDENTIAL),
                        given.get(ROLE_TABLE),
                        given.get(ROLE_NAME));
        Factory<PasswordCheck> check = RealmAttributes.check(given);
        RealmLimits limits = RealmAttributes.limits(given);
        Factory<CertificateNames> certificates = RealmAttributes.certificates(given);
        return place -> {
            String what = "the DataSource " + source.name() + " of a Realm";
            TableUsers users =
                    new TableUsers(what, source.local(), () -> source.find(place), schema);
            return new DataSourceRealm(
                    what, () -> users, check.make(place), certificates.make(place), limits, null);
        };
    }
}
