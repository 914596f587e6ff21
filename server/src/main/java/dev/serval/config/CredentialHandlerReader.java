package dev.serval.config;

import dev.serval.security.CredentialHandler;
import dev.serval.security.MessageDigestCredentials;
import dev.serval.security.NestedCredentials;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.SecretKeyCredentials;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code CredentialHandler}. Stateless. */
final class CredentialHandlerReader {
    private enum Kind {
        MESSAGE_DIGEST,
        SECRET_KEY,
        NESTED
    }

    private static final String PACKAGE = "org.apache.catalina.realm.";
    private static final SecretKeyCredentials KEY = SecretKeyCredentials.DEFAULT;

    private static final Attribute<Kind> CLASS_NAME =
            Attribute.of(
                            "className",
                            Format.choice(
                                    Map.of(
                                            PACKAGE + "MessageDigestCredentialHandler",
                                            Kind.MESSAGE_DIGEST,
                                            PACKAGE + "SecretKeyCredentialHandler",
                                            Kind.SECRET_KEY,
                                            PACKAGE + "NestedCredentialHandler",
                                            Kind.NESTED)),
                            (Kind) null,
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
    static final AttributeTable TABLE =
            new AttributeTable(
                    "CredentialHandler",
                    "How the passwords of a Realm are kept. Without one: plain text, or what"
                            + " bin/serval.sh digest prints.",
                    List.of(CLASS_NAME, ALGORITHM, ENCODING, ITERATIONS, SALT_LENGTH, KEY_LENGTH));

    private CredentialHandlerReader() {}

    /** Never null: after an error the file is not used anyway. */
    static CredentialHandler read(XmlElement xml, Reading reading) {
        Values values = TABLE.read(xml, reading);
        Kind kind = values.get(CLASS_NAME);
        if (kind == null) {
            return Pbkdf2Credentials.DEFAULT;
        }
        List<CredentialHandler> nested = new ArrayList<>();
        for (XmlElement child : xml.children) {
            if (kind == Kind.NESTED && child.name.equals("CredentialHandler")) {
                nested.add(read(child, reading));
            } else {
                reading.error(child.at, child.name + " does not belong in a CredentialHandler");
            }
        }
        String algorithm = values.get(ALGORITHM);
        Integer iterations = values.get(ITERATIONS);
        Integer salt = values.get(SALT_LENGTH);
        try {
            return switch (kind) {
                case MESSAGE_DIGEST ->
                        new MessageDigestCredentials(
                                algorithm,
                                values.get(ENCODING),
                                iterations == null ? 1 : iterations,
                                salt == null ? 0 : salt);
                case SECRET_KEY ->
                        new SecretKeyCredentials(
                                algorithm == null ? KEY.algorithm() : algorithm,
                                iterations == null ? KEY.iterations() : iterations,
                                salt == null ? KEY.saltLength() : salt,
                                values.get(KEY_LENGTH));
                case NESTED -> {
                    if (nested.isEmpty()) {
                        reading.error(
                                xml.at, "a NestedCredentialHandler needs a CredentialHandler");
                    }
                    yield new NestedCredentials(nested);
                }
            };
        } catch (IllegalArgumentException e) {
            reading.error(
                    values.at(ALGORITHM), "algorithm of CredentialHandler: " + e.getMessage());
            return Pbkdf2Credentials.DEFAULT;
        }
    }
}
