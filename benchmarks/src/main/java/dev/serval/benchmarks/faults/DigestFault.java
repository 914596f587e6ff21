package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A flood of requests without credentials, each answered by a nonce: a user's own stays good. */
record DigestFault() implements Scenario {
    private static final int MILLIS = 4000;
    private static final String PATH = "/digest/guarded";

    @Override
    public String name() {
        return "digest";
    }

    @Override
    public FaultPlan plan(Wire wire, int jdk) {
        return FaultPlan.USUAL.with("digest");
    }

    @Override
    public int slowest() {
        return 1000;
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        Client client = scene.server().plain();
        String challenge = client.get(PATH, "", 2000).field("WWW-Authenticate");
        // The user is asked for a password meanwhile.
        Map<String, Integer> flood =
                Crowd.of(8, MILLIS, 6000, () -> "status " + Flood.of(client, PATH, 50));
        Answer answer = client.get(PATH, credentials(challenge), 2000);
        scene.note("flood, 50 requests each: " + flood + "; then the user: " + answer.status());
        if (answer.status() != 200) {
            scene.broken("the user's nonce was pushed out: " + answer.field("WWW-Authenticate"));
        }
    }

    /** RFC 7616 §3.4, with qop=auth. */
    static String credentials(String challenge) throws NoSuchAlgorithmException, IOException {
        String realm = parameter(challenge, "realm");
        String nonce = parameter(challenge, "nonce");
        String opaque = parameter(challenge, "opaque");
        String algorithm = parameter(challenge, "algorithm");
        String name = algorithm.isEmpty() ? "MD5" : algorithm;
        String count = "00000001";
        String own = "0a4f113b";
        String response =
                hash(
                        name,
                        hash(name, Users.PLAIN + ":" + realm + ":" + Users.PASSWORD)
                                + ":"
                                + String.join(":", nonce, count, own, "auth")
                                + ":"
                                + hash(name, "GET:" + PATH));
        return ("Authorization: Digest username=\"%s\", realm=\"%s\", nonce=\"%s\", uri=\"%s\","
                        + " algorithm=%s, qop=auth, nc=%s, cnonce=\"%s\", response=\"%s\"%s\r\n")
                .formatted(
                        Users.PLAIN,
                        realm,
                        nonce,
                        PATH,
                        name,
                        count,
                        own,
                        response,
                        opaque.isEmpty() ? "" : ", opaque=\"" + opaque + "\"");
    }

    private static String parameter(String challenge, String name) throws IOException {
        if (challenge == null) {
            throw new IOException("no challenge");
        }
        Matcher found =
                Pattern.compile("[ ,]" + name + "=(?:\"([^\"]*)\"|([^ ,]+))").matcher(challenge);
        if (!found.find()) {
            return "";
        }
        return found.group(1) != null ? found.group(1) : found.group(2);
    }

    private static String hash(String algorithm, String text) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(
                        MessageDigest.getInstance(algorithm)
                                .digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
