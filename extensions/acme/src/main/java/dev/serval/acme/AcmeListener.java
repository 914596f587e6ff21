package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import dev.serval.lifecycle.ServerListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Obtains certificates while the ports are open, on a thread of its own. Called by one thread at a
 * time.
 */
final class AcmeListener implements ServerListener {
    private static final Logger LOG = LoggerFactory.getLogger(AcmeListener.class);

    private final AcmeSettings settings;
    private final CertificateOrders orders;
    private final Renewals renewals;

    AcmeListener(AcmeSettings settings, CertificateOrders orders) {
        this.settings = settings;
        this.orders = orders;
        this.renewals = new Renewals(settings, orders);
    }

    @Override
    public void starting() {
        if (orders.wanted().isEmpty()) {
            LOG.warn(
                    "SRV-0407 AcmeListener has nothing to obtain: no Certificate of a Connector has"
                            + " obtainFor");
            return;
        }
        String missing = settings.challenge().missing(orders);
        if (missing != null) {
            throw new IllegalStateException("AcmeListener: " + missing);
        }
    }

    @Override
    public void started() {
        renewals.start();
    }

    @Override
    public void stopping() {
        renewals.stop();
    }

    @Override
    public String toString() {
        return "AcmeListener";
    }
}
