package dev.serval.acme;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.List;

/**
 * What requests and certificates have in common: names, extensions and the signature. Stateless.
 */
final class Signed {
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
    private static final int LONGEST_COMMON_NAME = 64;
    private static final int DNS_NAME = 2;

    private Signed() {}

    /** The algorithm with which a key signs (RFC 5758 §3.2, RFC 4055 §5). */
    static byte[] algorithm(PrivateKey key) {
        return key.getAlgorithm().equals("RSA")
                ? DerValue.sequence(DerValue.oid("1.2.840.113549.1.1.11"), DerValue.nothing())
                : DerValue.sequence(DerValue.oid("1.2.840.10045.4.3.2"));
    }

    /** The body with its signature. */
    static byte[] of(byte[] body, PrivateKey key) throws GeneralSecurityException {
        boolean rsa = key.getAlgorithm().equals("RSA");
        Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
        signature.initSign(key);
        signature.update(body);
        return DerValue.sequence(body, algorithm(key), DerValue.bits(signature.sign()));
    }

    /** A name that has a common name, unless it is too long for one (RFC 5280 appendix A.1). */
    static byte[] subject(String name) {
        return name.length() > LONGEST_COMMON_NAME
                ? DerValue.sequence()
                : DerValue.sequence(
                        DerValue.set(
                                DerValue.sequence(DerValue.oid(COMMON_NAME), DerValue.text(name))));
    }

    /** The extension with the names of hosts (RFC 5280 §4.2.1.6). */
    static byte[] names(List<String> hosts) {
        byte[][] names =
                hosts.stream()
                        .map(host -> host.getBytes(StandardCharsets.US_ASCII))
                        .map(host -> DerValue.implicit(DNS_NAME, host))
                        .toArray(byte[][]::new);
        return DerValue.sequence(
                DerValue.oid(SUBJECT_ALTERNATIVE_NAME), DerValue.octets(DerValue.sequence(names)));
    }
}
