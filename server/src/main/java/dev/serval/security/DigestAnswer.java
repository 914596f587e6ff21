package dev.serval.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The answer of a client to a DIGEST challenge (RFC 7616 §3.4). Immutable.
 *
 * @param user the name in the answer
 * @param realm of the challenge
 * @param algorithm of both
 * @param between nonce, count, the client's nonce and the quality of protection, with colons
 * @param method of the request
 * @param uri as the client writes it
 * @param response the proof of the password
 */
public record DigestAnswer(
        String user,
        String realm,
        DigestAlgorithm algorithm,
        String between,
        String method,
        String uri,
        String response) {

    /** The hash of name, realm and password: H(A1) of RFC 7616 §3.4.2. */
    String a1(String password) {
        return algorithm.hash(user + ":" + realm + ":" + password);
    }

    /** Whether the response was made with that H(A1); in constant time. */
    boolean isMadeWith(String a1) {
        String a2 = algorithm.hash(method + ":" + uri);
        String expected = algorithm.hash(a1 + ":" + between + ":" + a2);
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8),
                response.getBytes(StandardCharsets.UTF_8));
    }
}
