package dev.serval.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A private key with the chain that certifies it, its own certificate first. Immutable.
 *
 * @param source for messages: the file that the certificate comes from
 */
record CertifiedKey(String source, PrivateKey key, List<X509Certificate> chain) {
    private static final byte[] PROBE = {'S', 'e', 'r', 'v', 'a', 'l'};

    /**
     * Checks that key and certificate belong together.
     *
     * @param keySource the file of the key
     * @param certificates the first one is that of the key; the others in any order
     */
    static CertifiedKey of(
            String source, String keySource, PrivateKey key, List<X509Certificate> certificates)
            throws TlsException {
        X509Certificate own = certificates.get(0);
        if (!matches(key, own.getPublicKey())) {
            for (int i = 1; i < certificates.size(); i++) {
                if (matches(key, certificates.get(i).getPublicKey())) {
                    throw new TlsException(
                            "the key in "
                                    + keySource
                                    + " belongs to certificate "
                                    + (i + 1)
                                    + " of "
                                    + source
                                    + "; it has to be the first one, its issuers follow");
                }
            }
            throw new TlsException(
                    "the key in "
                            + keySource
                            + " ("
                            + key.getAlgorithm()
                            + ") does not belong to the certificate in "
                            + source
                            + " ("
                            + own.getPublicKey().getAlgorithm()
                            + ", "
                            + own.getSubjectX500Principal()
                            + ")");
        }
        return new CertifiedKey(source, key, ordered(certificates));
    }

    /** RSA, RSASSA-PSS, EC or EdDSA. */
    String algorithm() {
        return chain.get(0).getPublicKey().getAlgorithm();
    }

    /**
     * Orders the chain so that each certificate is followed by its issuer (RFC 5246 §7.4.2), and
     * leaves others out.
     */
    private static List<X509Certificate> ordered(List<X509Certificate> certificates) {
        List<X509Certificate> left = new ArrayList<>(certificates);
        List<X509Certificate> chain = new ArrayList<>();
        X509Certificate next = left.get(0);
        while (next != null) {
            chain.add(next);
            left.remove(next);
            X509Certificate issued = next;
            next = isSelfIssued(issued) ? null : issuer(issued, left);
        }
        return List.copyOf(chain);
    }

    private static X509Certificate issuer(X509Certificate issued, List<X509Certificate> among) {
        for (X509Certificate candidate : among) {
            if (candidate.getSubjectX500Principal().equals(issued.getIssuerX500Principal())) {
                return candidate;
            }
        }
        return null;
    }

    private static boolean isSelfIssued(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
    }

    /** Checks by a signature, which also works for keys in hardware. */
    private static boolean matches(PrivateKey key, PublicKey publicKey) throws TlsException {
        if (!key.getAlgorithm().equals(publicKey.getAlgorithm())) {
            return false;
        }
        try {
            Signature signature = signature(key.getAlgorithm());
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            Signature check = signature(key.getAlgorithm());
            check.initVerify(publicKey);
            check.update(PROBE);
            return check.verify(signed);
        } catch (java.security.SignatureException e) {
            return false; // keys of different sizes
        } catch (GeneralSecurityException e) {
            throw new TlsException(
                    "a key of the algorithm "
                            + key.getAlgorithm()
                            + " cannot be used: "
                            + e.getMessage(),
                    e);
        }
    }

    private static Signature signature(String algorithm) throws GeneralSecurityException {
        switch (algorithm) {
            case "RSA" -> {
                return Signature.getInstance("SHA256withRSA");
            }
            case "EC" -> {
                return Signature.getInstance("SHA256withECDSA");
            }
            case "EdDSA" -> {
                return Signature.getInstance("EdDSA");
            }
            case "RSASSA-PSS" -> {
                Signature pss = Signature.getInstance("RSASSA-PSS");
                pss.setParameter(
                        new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
                return pss;
            }
            default -> throw new GeneralSecurityException("expected RSA, EC or Ed25519");
        }
    }
}
