package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.extension.Settings;
import dev.serval.security.JaasRealm;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.URIParameter;
import java.util.List;
import java.util.Set;
import javax.security.auth.login.Configuration;

/** Reads a {@code Realm} that is a JAASRealm. Stateless. */
final class JaasRealmReader {
    private static final Attribute<String> APP_NAME =
            Attribute.text("appName", "The name of the entry in the configuration of JAAS.")
                    .needed();
    private static final Attribute<List<String>> USER_CLASSES =
            Attribute.of(
                            "userClassNames",
                            RealmAttributes.names(),
                            (List<String>) null,
                            "Classes of principals; the first principal of one of them is the"
                                    + " user.")
                    .needed();
    private static final Attribute<List<String>> ROLE_CLASSES =
            Attribute.of(
                            "roleClassNames",
                            RealmAttributes.names(),
                            List.<String>of(),
                            "Classes of principals that are roles of the user.")
                    .shown("users have no roles");
    private static final Attribute<String> CONFIG_FILE =
            Attribute.of(
                            "configFile",
                            Format.text(),
                            null,
                            "The configuration of JAAS: a file, absolute or relative to the base;"
                                    + " or a resource in lib.")
                    .shown("that of the JVM");
    private static final Attribute<Boolean> CONTEXT_LOADER =
            Attribute.flag(
                    "useContextClassLoader",
                    true,
                    "Whether login modules may be classes of the application whose user logs in;"
                            + " else those of lib.");
    private static final AttributeTable TABLE =
            new AttributeTable(
                    "JAASRealm",
                    "A Realm whose users login modules of JAAS know. They get name and password,"
                            + " up to 8 logins at a time. DIGEST and certificates log nobody in.",
                    List.of(
                            APP_NAME,
                            USER_CLASSES,
                            ROLE_CLASSES,
                            CONFIG_FILE,
                            CONTEXT_LOADER,
                            RealmAttributes.MAX_QUEUE_SIZE,
                            RealmAttributes.MAX_QUEUE_TIME));

    static final Declaration<Realm> DECLARATION =
            new Declaration<>(TABLE, Set.of(), JaasRealmReader::read);

    private JaasRealmReader() {}

    private static Factory<Realm> read(Settings given) {
        if (given.get(APP_NAME) == null || given.get(USER_CLASSES) == null) {
            return place -> Realm.NOBODY; // an error, which is reported
        }
        JaasRealm.JaasSettings settings =
                new JaasRealm.JaasSettings(
                        given.get(APP_NAME), given.get(USER_CLASSES), given.get(ROLE_CLASSES));
        String file = given.get(CONFIG_FILE);
        boolean contextLoader = given.get(CONTEXT_LOADER);
        RealmLimits limits = RealmAttributes.limits(given);
        return place ->
                new JaasRealm(
                        settings,
                        file == null ? null : configuration(file, place),
                        contextLoader ? null : place.service(ClassLoader.class),
                        limits);
    }

    private static Configuration configuration(String name, Place place) throws Exception {
        Path file = place.file(name);
        URL resource = place.service(ClassLoader.class).getResource(name);
        if (!Files.isRegularFile(file) && resource == null) {
            throw new NoSuchFileException(file.toString(), null, "configFile of JAASRealm");
        }
        URI found = Files.isRegularFile(file) ? file.toUri() : resource.toURI();
        try {
            return Configuration.getInstance("JavaLoginConfig", new URIParameter(found));
        } catch (NoSuchAlgorithmException e) {
            // The JDK wraps the exception that names the mistake in the file.
            throw new IllegalArgumentException(
                    "configFile " + name + " cannot be read: " + e.getCause(), e);
        }
    }
}
