package dev.serval.builtin;

import dev.serval.lifecycle.ServerListener;
import dev.serval.ops.OpsEndpoint;

/**
 * The listener of the ops endpoint: it answers from before the first application starts until the
 * last one has stopped.
 */
record OpsListener(OpsEndpoint endpoint) implements ServerListener {
    @Override
    public void starting() {
        endpoint.start();
    }

    @Override
    public void stopped() {
        endpoint.stop();
    }

    @Override
    public String toString() {
        return "OpsEndpoint";
    }
}
