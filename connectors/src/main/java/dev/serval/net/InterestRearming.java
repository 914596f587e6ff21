package dev.serval.net;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * Tells a selector again what its keys wait for. The JDK takes a changed interest off its queue and
 * then needs memory for it. Without memory the change is lost: the connection is never told of
 * bytes again, or the selector spins over an event that nobody waits for. Stateless; called by the
 * thread that selects, before it selects again.
 */
final class InterestRearming {
    private InterestRearming() {}

    /** Throws OutOfMemoryError if there is no memory; it then has to be called again. */
    static void all(Selector selector) {
        for (SelectionKey key : selector.keys()) {
            try {
                again(key);
            } catch (CancelledKeyException e) {
                // Closed meanwhile.
            }
        }
    }

    /**
     * The JDK queues changes only, and others may change the interest at the same time: so this
     * changes an operation that nobody here waits for. An acceptor that waited for nothing is
     * called once, finds no place, and waits for nothing again.
     */
    private static void again(SelectionKey key) {
        int operations = key.channel().validOps();
        if ((operations & SelectionKey.OP_CONNECT) != 0) {
            try {
                key.interestOpsOr(SelectionKey.OP_CONNECT);
            } finally {
                key.interestOpsAnd(~SelectionKey.OP_CONNECT);
            }
        } else if ((operations & SelectionKey.OP_ACCEPT) != 0) {
            try {
                key.interestOpsAnd(~SelectionKey.OP_ACCEPT);
            } finally {
                key.interestOpsOr(SelectionKey.OP_ACCEPT);
            }
        }
    }
}
