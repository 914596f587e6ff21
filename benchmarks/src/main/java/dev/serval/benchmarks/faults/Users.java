package dev.serval.benchmarks.faults;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Who may log in. Stateless. */
final class Users {
    /** Her password is kept as its hash, as {@code bin/serval.sh digest} prints it. */
    static final String HASHED = "ann";

    /** His password is kept as it is, as DIGEST needs it. */
    static final String PLAIN = "bob";

    static final String PASSWORD = "secret of a fault";
    private static final int ROUNDS = 600_000;

    private Users() {}

    /** The file of users. */
    static String file() throws GeneralSecurityException {
        byte[] salt = "sixteen of bytes".getBytes(StandardCharsets.US_ASCII);
        byte[] hash =
                SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                        .generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), salt, ROUNDS, 256))
                        .getEncoded();
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return """
        <tomcat-users>
          <user username="%s" password="$pbkdf2-sha256$i=%d$%s$%s" roles="user"/>
          <user username="%s" password="%s" roles="user"/>
        </tomcat-users>
        """
                .formatted(
                        HASHED,
                        ROUNDS,
                        base64.encodeToString(salt),
                        base64.encodeToString(hash),
                        PLAIN,
                        PASSWORD);
    }

    /** A whole line of a request. */
    static String basic(String name, String password) {
        return "Authorization: Basic "
                + Base64.getEncoder()
                        .encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8))
                + "\r\n";
    }
}
