package dev.serval.startup;

import dev.serval.security.CredentialHandler;
import dev.serval.security.MessageDigestCredentials;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.SecretKeyCredentials;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code serval.sh digest}: prints a password as a user file stores it. Used by one thread. Options
 * are those of Tomcat's digest.sh; without options it uses PBKDF2-HMAC-SHA256, which needs no
 * CredentialHandler. Throws StartFailure if it fails.
 */
final class DigestCommand {
    static final String USAGE =
            "Usage: serval.sh digest [-a ALGORITHM] [-e ENCODING] [-i ITERATIONS] [-s SALT_LENGTH]\n"
                    + "                        [-k KEY_LENGTH] [-h HANDLER_CLASS] [PASSWORD...]\n"
                    + "Without PASSWORD it is asked for, or read from the standard input: arguments"
                    + " are seen by\neverybody on this machine.";
    private static final String PACKAGE = "org.apache.catalina.realm.";

    private final InputStream in;
    private final PrintStream out;
    private String algorithm;
    private Charset encoding = StandardCharsets.UTF_8;
    private Integer iterations;
    private Integer saltLength;
    private Integer keyLength;
    private String handler;

    DigestCommand(InputStream in, PrintStream out) {
        this.in = in;
        this.out = out;
    }

    /** Returns the exit code. */
    int run(List<String> words) {
        List<String> passwords = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("--help")) {
                out.println(USAGE);
                return 0;
            }
            boolean option = passwords.isEmpty() && word.matches("-[aeiskhf]");
            if (!option) {
                passwords.add(word);
            } else if (++i == words.size()) {
                throw new StartFailure("digest: " + word + " needs a value\n" + USAGE);
            } else {
                option(word, words.get(i));
            }
        }
        CredentialHandler credentials = handler();
        for (String password : passwords) {
            out.println(password + ":" + credentials.mutate(password));
        }
        if (passwords.isEmpty()) {
            out.println(credentials.mutate(asked()));
        }
        return 0;
    }

    private void option(String name, String value) {
        switch (name) {
            case "-a" -> algorithm = value;
            case "-i" -> iterations = number(name, value, 1);
            case "-s" -> saltLength = number(name, value, 0);
            case "-k" -> keyLength = number(name, value, 8);
            case "-h" -> handler = value;
            case "-e" -> {
                try {
                    encoding = Charset.forName(value);
                } catch (IllegalArgumentException e) {
                    throw new StartFailure("digest: there is no encoding " + value);
                }
            }
            default -> throw new StartFailure("digest: " + name + " is not there\n" + USAGE);
        }
    }

    private static int number(String name, String value, int least) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= 100_000_000) {
                return number;
            }
        } catch (NumberFormatException e) {
            // It is reported below.
        }
        throw new StartFailure("digest: " + name + " is a number from " + least + " on: " + value);
    }

    private CredentialHandler handler() {
        SecretKeyCredentials key = SecretKeyCredentials.DEFAULT;
        String name = handler == null ? "" : handler.replace(PACKAGE, "");
        if (handler == null && algorithm == null) {
            return iterations == null
                    ? Pbkdf2Credentials.DEFAULT
                    : new Pbkdf2Credentials(iterations);
        }
        boolean derives = algorithm != null && algorithm.startsWith("PBKDF2");
        try {
            if (name.equals("SecretKeyCredentialHandler") || name.isEmpty() && derives) {
                return new SecretKeyCredentials(
                        or(algorithm, key.algorithm()),
                        or(iterations, key.iterations()),
                        or(saltLength, key.saltLength()),
                        or(keyLength, key.keyLength()));
            }
            if (name.isEmpty() || name.equals("MessageDigestCredentialHandler")) {
                return new MessageDigestCredentials(
                        or(algorithm, "SHA-512"), encoding, or(iterations, 1), or(saltLength, 32));
            }
        } catch (IllegalArgumentException e) {
            throw new StartFailure("digest: " + e.getMessage());
        }
        throw new StartFailure(
                "digest: -h is MessageDigestCredentialHandler or SecretKeyCredentialHandler, not "
                        + handler);
    }

    private static <T> T or(T given, T fallback) {
        return given == null ? fallback : given;
    }

    private String asked() {
        String typed = TypedPassword.read(in);
        return typed == null ? none() : typed;
    }

    private static String none() {
        throw new StartFailure("digest: there is no password\n" + USAGE);
    }
}
