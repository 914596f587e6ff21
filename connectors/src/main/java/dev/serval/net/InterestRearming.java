package dev.serval.net;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * Tells a selector once more what its keys wait for. The JDK takes a changed interest off its queue
 * and then wants memory for it; where there is none the change is lost: the connection hears of
 * nothing any more, or the selector spins over what nobody waits for. Stateless; by the thread that
 * selects, before it selects again.
 */
final class InterestRearming {
    private InterestRearming() {}

    /** Throws what memory that is missing throws; then it has to be called again. */
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
     * Only a change is queued, and others may change the interest at the same time: so by an
     * operation that nobody here waits for. An acceptor that waited for nothing is called once,
     * finds no place, and waits for nothing again.
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
