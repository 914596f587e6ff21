package dev.serval.tls;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLParameters;

/**
 * The groups that keys of a connection are agreed on by (RFC 8446 §4.2.7), in the order of
 * preference. Immutable.
 *
 * @param names those of the JDK; empty for its own choice
 * @param unknown names that are not known, and left out
 */
public record KeyGroups(List<String> names, Set<String> unknown) {
    /** The JDK's own choice. */
    public static final KeyGroups DEFAULT = new KeyGroups(List.of(), Set.of());

    /** From Java 20 on; found by its name, since the server runs on Java 17, too. */
    private static final Method SET = setter();

    private static final Map<String, String> KNOWN = known();

    public KeyGroups {
        names = List.copyOf(names);
        unknown = Set.copyOf(unknown);
    }

    private static Method setter() {
        try {
            return SSLParameters.class.getMethod("setNamedGroups", String[].class);
        } catch (NoSuchMethodException e) {
            return null; // before Java 20
        }
    }

    /** By the names in small letters, those of OpenSSL, too. */
    private static Map<String, String> known() {
        Map<String, String> known = new TreeMap<>();
        for (String name :
                List.of(
                        "x25519",
                        "x448",
                        "secp256r1",
                        "secp384r1",
                        "secp521r1",
                        "ffdhe2048",
                        "ffdhe3072",
                        "ffdhe4096",
                        "ffdhe6144",
                        "ffdhe8192",
                        "X25519MLKEM768",
                        "SecP256r1MLKEM768",
                        "SecP384r1MLKEM1024")) {
            known.put(name.toLowerCase(Locale.ROOT), name);
        }
        known.put("prime256v1", "secp256r1");
        known.put("p-256", "secp256r1");
        known.put("p-384", "secp384r1");
        known.put("p-521", "secp521r1");
        return known;
    }

    /** Whether this Java lets them be chosen: from Java 20 on. */
    public static boolean isSupported() {
        return SET != null;
    }

    /** The names that are known, for messages. */
    public static Set<String> words() {
        return Set.copyOf(KNOWN.values());
    }

    /** Names with commas, colons or blanks between them, in any case. */
    public static KeyGroups parse(String text) {
        List<String> names = new ArrayList<>();
        Set<String> unknown = new LinkedHashSet<>();
        for (String word : text.split("[,:\\s]+")) {
            String name = KNOWN.get(word.toLowerCase(Locale.ROOT));
            if (name == null) {
                unknown.add(word);
            } else if (!names.contains(name)) {
                names.add(name);
            }
        }
        unknown.remove("");
        return new KeyGroups(names, unknown);
    }

    /** Nothing where the JDK has its choice, or lets nobody choose. */
    void set(SSLParameters parameters) throws TlsException {
        if (names.isEmpty() || SET == null) {
            return;
        }
        try {
            SET.invoke(parameters, (Object) names.toArray(String[]::new));
        } catch (ReflectiveOperationException e) {
            throw new TlsException("groups cannot be set: " + e, e);
        }
    }
}
