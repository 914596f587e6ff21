package dev.serval.acme;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.List;

/** A request for a certificate (PKCS #10, RFC 2986 §4). Stateless. */
final class SigningRequest {
    private static final String EXTENSION_REQUEST = "1.2.840.113549.1.9.14";

    private SigningRequest() {}

    /** In DER. */
    static byte[] of(List<String> names, KeyPair pair) throws GeneralSecurityException {
        byte[] extensions = DerValue.sequence(Signed.names(names));
        byte[] body =
                DerValue.sequence(
                        DerValue.integer(BigInteger.ZERO),
                        Signed.subject(names.get(0)),
                        pair.getPublic().getEncoded(),
                        DerValue.explicit(
                                0,
                                DerValue.sequence(
                                        DerValue.oid(EXTENSION_REQUEST),
                                        DerValue.set(extensions))));
        return Signed.of(body, pair.getPrivate());
    }
}
