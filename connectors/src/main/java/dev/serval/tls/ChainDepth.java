package dev.serval.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.Certificate;
import java.security.cert.PKIXCertPathChecker;
import java.util.Collection;
import java.util.Set;

/**
 * Limits the certificates between an authority and a client. One per validation: the JDK clones it.
 * {@code PKIXBuilderParameters.setMaxPathLength} has an effect only on a search for a path, but
 * JSSE validates the path that the client sends.
 */
final class ChainDepth extends PKIXCertPathChecker {
    private final int limit;
    private int seen;

    ChainDepth(int limit) {
        this.limit = limit;
    }

    @Override
    public void init(boolean forward) {
        seen = 0;
    }

    @Override
    public boolean isForwardCheckingSupported() {
        return false;
    }

    @Override
    public Set<String> getSupportedExtensions() {
        return null;
    }

    /** Called for each certificate, beginning at the authority; that of the client comes last. */
    @Override
    public void check(Certificate certificate, Collection<String> unresolvedCritExts)
            throws CertPathValidatorException {
        if (++seen > limit + 1) {
            throw new CertPathValidatorException(
                    "more certificates than certificateVerificationDepth " + limit);
        }
    }
}
