package dev.serval.builtin;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.security.CredentialHandler;
import dev.serval.security.MessageDigestCredentials;
import dev.serval.security.NestedCredentials;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.SecretKeyCredentials;
import dev.serval.security.ToldCredentials;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Reads {@code CredentialHandler}. Stateless. */
public final class CredentialHandlerReader {
    private static final String PACKAGE = "org.apache.catalina.realm.";
    private static final String DIGEST = PACKAGE + "MessageDigestCredentialHandler";
    private static final String SECRET_KEY = PACKAGE + "SecretKeyCredentialHandler";
    private static final String NESTED = PACKAGE + "NestedCredentialHandler";
    private static final SecretKeyCredentials KEY = SecretKeyCredentials.DEFAULT;

    private static final Attribute<String> CLASS_NAME =
            Attribute.of(
                            "className",
                            new Format<>(
                                    String.join(", ", DIGEST, NESTED, SECRET_KEY), text -> text),
                            null,
                            "How passwords are kept. A NestedCredentialHandler holds others.")
                    .needed();
    private static final Attribute<String> ALGORITHM =
            Attribute.of(
                            "algorithm",
                            Format.text(),
                            null,
                            "Of the JDK: a hash function, or a key derivation.")
                    .shown("plain text; PBKDF2WithHmacSHA1 of a SecretKeyCredentialHandler");
    private static final Attribute<Charset> ENCODING =
            Attribute.of(
                    "encoding",
                    new Format<>(
                            "name of a character encoding",
                            text -> {
                                try {
                                    return Charset.forName(text);
                                } catch (IllegalArgumentException e) {
                                    throw new BadValue("is no character encoding that is known");
                                }
                            }),
                    StandardCharsets.UTF_8,
                    "Of passwords, in a MessageDigestCredentialHandler.");
    private static final Attribute<Integer> ITERATIONS =
            Attribute.of(
                            "iterations",
                            Format.integer(Unit.NONE, 1, 100_000_000),
                            null,
                            "Of what is made anew; what is kept says its own.")
                    .shown("1; 20000 of a SecretKeyCredentialHandler");
    private static final Attribute<Integer> SALT_LENGTH =
            Attribute.of(
                            "saltLength",
                            Format.integer(Unit.BYTES, 0, 1024),
                            null,
                            "Of what is made anew.")
                    .shown("0; 32 of a SecretKeyCredentialHandler");
    private static final Attribute<Integer> KEY_LENGTH =
            Attribute.of(
                    "keyLength",
                    Format.integer(Unit.NONE, 8, 8192),
                    KEY.keyLength(),
                    "Bits of what is made anew, in a SecretKeyCredentialHandler.");
    private static final Attribute<Boolean> RFC3112_ORDER =
            Attribute.flag(
                    "digestInRfc3112Order",
                    false,
                    "In a MessageDigestCredentialHandler: whether the salt follows the password"
                            + " when both are hashed.");
    private static final Attribute<Boolean> LOG_INVALID =
            Attribute.flag(
                    "logInvalidStoredCredentials",
                    false,
                    "Whether the log tells, once a minute at most, of stored values that have no"
                            + " form that can be compared.");
    public static final AttributeTable TABLE =
            new AttributeTable(
                    "CredentialHandler",
                    "How the passwords of a Realm are kept. Without one: plain text, or what"
                            + " bin/serval.sh digest prints.",
                    List.of(
                            CLASS_NAME,
                            ALGORITHM,
                            ENCODING,
                            ITERATIONS,
                            SALT_LENGTH,
                            KEY_LENGTH,
                            RFC3112_ORDER,
                            LOG_INVALID));

    public static final List<Offer<CredentialHandler>> OFFERS =
            List.of(
                    offer(DIGEST, Set.of(), CredentialHandlerReader::digest),
                    offer(SECRET_KEY, Set.of(), CredentialHandlerReader::secretKey),
                    offer(
                            NESTED,
                            Set.of(Kind.CREDENTIAL_HANDLER),
                            CredentialHandlerReader::nested));

    private CredentialHandlerReader() {}

    private static Offer<CredentialHandler> offer(
            String name, Set<Kind<?>> parts, Offer.Reader<CredentialHandler> reader) {
        return new Offer<>(
                Kind.CREDENTIAL_HANDLER,
                List.of(name),
                () -> new Offer.Declaration<>(TABLE, parts, reader));
    }

    private static Factory<CredentialHandler> digest(Settings given) {
        return checked(
                given,
                () ->
                        new MessageDigestCredentials(
                                given.get(ALGORITHM),
                                given.get(ENCODING),
                                given.has(ITERATIONS) ? given.get(ITERATIONS) : 1,
                                given.has(SALT_LENGTH) ? given.get(SALT_LENGTH) : 0,
                                given.get(RFC3112_ORDER)));
    }

    private static Factory<CredentialHandler> secretKey(Settings given) {
        return checked(
                given,
                () ->
                        new SecretKeyCredentials(
                                given.has(ALGORITHM) ? given.get(ALGORITHM) : KEY.algorithm(),
                                given.has(ITERATIONS) ? given.get(ITERATIONS) : KEY.iterations(),
                                given.has(SALT_LENGTH) ? given.get(SALT_LENGTH) : KEY.saltLength(),
                                given.get(KEY_LENGTH)));
    }

    private static Factory<CredentialHandler> checked(
            Settings given, Supplier<CredentialHandler> made) {
        try {
            CredentialHandler plain = made.get();
            CredentialHandler handler = given.get(LOG_INVALID) ? new ToldCredentials(plain) : plain;
            return place -> handler;
        } catch (IllegalArgumentException e) {
            given.error(given.at(ALGORITHM), "algorithm of CredentialHandler: " + e.getMessage());
            return place -> Pbkdf2Credentials.DEFAULT;
        }
    }

    private static Factory<CredentialHandler> nested(Settings given) {
        List<Factory<CredentialHandler>> parts = given.parts(Kind.CREDENTIAL_HANDLER);
        if (parts.isEmpty()) {
            given.error(given.at(), "a NestedCredentialHandler needs a CredentialHandler");
        }
        return place -> {
            List<CredentialHandler> handlers = new ArrayList<>();
            for (Factory<CredentialHandler> part : parts) {
                handlers.add(part.make(place));
            }
            return new NestedCredentials(handlers);
        };
    }
}
