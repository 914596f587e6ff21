package dev.serval.builtin;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.extension.Settings;
import dev.serval.security.CertificateNames;
import dev.serval.security.CredentialHandler;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.RealmLimits;
import dev.serval.security.UserFiles;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.lang.reflect.Method;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** What realms with passwords have in common. Stateless. */
final class RealmAttributes {
    static final Attribute<Boolean> VALIDATE =
            Attribute.flag(
                    "validate",
                    true,
                    "Whether certificates of users must not be used before or after their time.");
    static final Attribute<Integer> MAX_QUEUE_SIZE =
            Attribute.of(
                    "maxQueueSize",
                    Format.integer(Unit.NONE, 0, 10_000),
                    RealmLimits.DEFAULTS.maxQueueSize(),
                    "Logins that wait until their password can be hashed (half of the processors"
                            + " hash at once), or their user be looked up elsewhere. Further ones"
                            + " are answered with 503 and Retry-After at once; a client address"
                            + " (IPv6: its /64) that has fewer of the places than another takes one"
                            + " from the one that has most. Serval's own.");
    static final Attribute<Integer> MAX_QUEUE_TIME =
            Attribute.of(
                    "maxQueueTime",
                    Format.integer(Unit.MILLISECONDS, 0, 600_000),
                    RealmLimits.DEFAULTS.maxQueueTime(),
                    "How long one of them waits before it is answered with 503. Serval's own.");

    static final Attribute<String> RETRIEVER =
            Attribute.of(
                            "X509UsernameRetrieverClassName",
                            Format.text(),
                            null,
                            "A class of lib whose method getUsername makes the name of the user of"
                                    + " an X509Certificate.")
                    .shown("the name is the subject");
    static final Attribute<String> RETRIEVER_TOO =
            Attribute.of("x509UsernameRetrieverClassName", Format.text(), null, "The same.")
                    .shown("the name is the subject");

    /** Attributes that have no effect on a realm with nested realms. */
    static final List<Attribute<?>> OF_USERS =
            List.of(MAX_QUEUE_SIZE, MAX_QUEUE_TIME, RETRIEVER, RETRIEVER_TOO);

    private static final String SUBJECT = "org.apache.catalina.realm.X509SubjectDnRetriever";

    private RealmAttributes() {}

    static RealmLimits limits(Settings given) {
        return new RealmLimits(given.get(MAX_QUEUE_SIZE), given.get(MAX_QUEUE_TIME));
    }

    /** The name by which the user of a certificate is found. */
    static Factory<CertificateNames> certificates(Settings given) {
        boolean validate = given.get(VALIDATE);
        String name = given.has(RETRIEVER) ? given.get(RETRIEVER) : given.get(RETRIEVER_TOO);
        return place ->
                name == null || name.equals(SUBJECT)
                        ? new CertificateNames(validate, CertificateNames::subject)
                        : new CertificateNames(
                                validate, retriever(name, place.service(ClassLoader.class)));
    }

    /** Called by reflection: the interface that classes of users implement is Tomcat's. */
    private static Function<X509Certificate, String> retriever(String name, ClassLoader loader)
            throws ReflectiveOperationException {
        Class<?> type = Class.forName(name, true, loader);
        Object made = type.getConstructor().newInstance();
        Method method = type.getMethod("getUsername", X509Certificate.class);
        return certificate -> {
            try {
                return (String) method.invoke(made, certificate);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(name + " has failed: " + e.getCause(), e);
            }
        };
    }

    /** How passwords are kept; null if no handler is given. */
    static Factory<CredentialHandler> credentials(Settings given) {
        List<Factory<CredentialHandler>> all = given.parts(Kind.CREDENTIAL_HANDLER);
        return all.isEmpty() ? null : all.get(all.size() - 1);
    }

    /**
     * Creates the handler for a place.
     *
     * @param credentials null for plain text and what serval.sh digest prints
     */
    static CredentialHandler made(Factory<CredentialHandler> credentials, Place place)
            throws Exception {
        return credentials == null ? Pbkdf2Credentials.DEFAULT : credentials.make(place);
    }

    /** The check of passwords for a realm whose users are stored elsewhere. */
    static Factory<PasswordCheck> check(Settings given) {
        Factory<CredentialHandler> credentials = credentials(given);
        RealmLimits limits = limits(given);
        return place ->
                new PasswordCheck(
                        made(credentials, place),
                        place.service(UserFiles.class).hashThreads(),
                        limits);
    }

    /** Names with commas between them. */
    static Format<List<String>> names() {
        return new Format<>(
                "names, with commas",
                text ->
                        Arrays.stream(text.split(","))
                                .map(String::strip)
                                .filter(name -> !name.isEmpty())
                                .toList());
    }
}
