package dev.serval.acme;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

/** Makes keys. Stateless. */
final class Keys {
    private static final int RSA_BITS = 2048;

    private Keys() {}

    /**
     * @param type EC, on P-256, or RSA
     */
    static KeyPair make(String type) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
        if (type.equals("EC")) {
            generator.initialize(new ECGenParameterSpec("secp256r1"));
        } else {
            generator.initialize(RSA_BITS);
        }
        return generator.generateKeyPair();
    }
}
