package dev.serval.builtin.manager;

import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;

/** The generator of random numbers that a Manager and its SessionIdGenerator name. Stateless. */
final class RandomReader {
    private static final int LEAST = 16;

    static final Attribute<String> ALGORITHM =
            Attribute.text("secureRandomAlgorithm", "Of java.security.SecureRandom, for the ids.")
                    .shown("that of Java")
                    .differs("SHA1PRNG", "what Java takes uses the system's generator");
    static final Attribute<String> CLASS =
            Attribute.text(
                    "secureRandomClass",
                    "A class of the server's class path that extends java.security.SecureRandom, in"
                            + " place of an algorithm.");
    static final Attribute<String> PROVIDER =
            Attribute.text("secureRandomProvider", "The name of the provider of the algorithm.");
    static final Attribute<Integer> LENGTH =
            Attribute.of(
                            "sessionIdLength",
                            Format.integer(Unit.NONE, LEAST, 256),
                            20,
                            "Random bytes of an id, which has two digits for each.")
                    .differs("16", "ids of sessions are as long as before");

    static final List<Attribute<?>> ALL = List.of(ALGORITHM, CLASS, PROVIDER);

    private RandomReader() {}

    /** Makes the generator; called for each start of an application. */
    @FunctionalInterface
    interface Maker {
        SecureRandom make() throws GeneralSecurityException, ReflectiveOperationException;
    }

    /** Reads the generator; reports one that does not exist. */
    static Maker read(Settings given) {
        String algorithm = given.get(ALGORITHM);
        String type = given.get(CLASS);
        String provider = given.get(PROVIDER);
        Maker maker =
                () -> {
                    if (type != null) {
                        return Class.forName(type)
                                .asSubclass(SecureRandom.class)
                                .getConstructor()
                                .newInstance();
                    }
                    if (algorithm == null) {
                        return new SecureRandom();
                    }
                    return provider == null
                            ? SecureRandom.getInstance(algorithm)
                            : SecureRandom.getInstance(algorithm, provider);
                };
        try {
            maker.make();
        } catch (GeneralSecurityException
                | ReflectiveOperationException
                | RuntimeException
                | LinkageError e) {
            given.error(
                    given.at(type != null ? CLASS : ALGORITHM),
                    (type != null
                                    ? "secureRandomClass is \"" + type
                                    : "secureRandomAlgorithm is \"" + algorithm)
                            + "\", which cannot be used: "
                            + e);
        }
        return maker;
    }
}
