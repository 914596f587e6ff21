package dev.serval.servlet;

import dev.serval.http.Exchange;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The 100 Continue of a connector that sends it before the servlet is called. Stateless. */
final class EarlyContinue {
    private static final Logger LOG = LoggerFactory.getLogger(EarlyContinue.class);

    private EarlyContinue() {}

    /** Does nothing on other connectors. */
    static void send(Exchange exchange) {
        if (exchange.config().options().api().continueImmediately()) {
            try {
                exchange.acknowledge();
            } catch (IOException e) {
                LOG.debug("{}: its client has gone: {}", FailedCall.what(exchange), e.toString());
            }
        }
    }
}
