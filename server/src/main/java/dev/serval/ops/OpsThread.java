package dev.serval.ops;

import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread of the endpoint: takes a connection, answers it, takes the next. It allocates all that
 * it needs before it begins. When the heap is full it waits for room before it accepts, since the
 * JDK loses a socket for which it has no memory, and the connection waits in the system's queue.
 */
final class OpsThread implements Runnable {
    /** How long one turn may take. */
    static final long LONGEST_MILLIS = 10_000;

    private static final TurnGuard GUARD = new TurnGuard("The ops endpoint");
    private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long TICK_MILLIS = 1000;
    private static final long START = TimeUnit.SECONDS.toNanos(5);

    private final Selector selector;
    private final List<ServerSocketChannel> listening;
    private final Guests guests;
    private final OpsConversation conversation;
    private final Reserve reserve = new Reserve();
    // When to rehearse, by System.nanoTime: beside the start, and before memory runs out.
    private final long rehearsal = System.nanoTime() + START;
    private boolean rehearses;
    // A connection that was accepted while another one was slow; null if there is none.
    private SocketChannel next;
    private volatile boolean ended;

    /**
     * @param rehearses whether this one of several threads rehearses answers
     */
    OpsThread(List<ServerSocketChannel> listening, OpsPages pages, Guests guests, boolean rehearses)
            throws IOException {
        this.rehearses = rehearses;
        this.listening = List.copyOf(listening);
        this.guests = guests;
        conversation = new OpsConversation(pages, guests, reserve, this::othersWait);
        selector = Selector.open();
        for (ServerSocketChannel channel : listening) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_ACCEPT);
        }
    }

    @Override
    public void run() {
        while (!ended) {
            try {
                turn();
                GUARD.passed();
            } catch (ClosedSelectorException e) {
                return;
            } catch (OutOfMemoryError e) {
                reserve.open();
                LockSupport.parkNanos(MOMENT);
            } catch (Throwable e) {
                GUARD.failed(e);
            }
        }
        close();
    }

    private void turn() throws IOException {
        selector.select(TICK_MILLIS);
        selector.selectedKeys().clear();
        if (ended) {
            return;
        }
        if (rehearses && System.nanoTime() - rehearsal >= 0) {
            rehearses = false;
            conversation.rehearse();
        }
        for (ServerSocketChannel channel : listening) {
            while (!reserve.hasRoom()) {
                reserve.open();
                LockSupport.parkNanos(MOMENT);
            }
            if (!channel.isOpen()) {
                continue;
            }
            SocketChannel client = channel.accept();
            while (client != null) {
                serve(client);
                client = next;
                next = null;
            }
        }
        reserve.fill();
    }

    /**
     * Whether another client waits, which is then the next one: a client that sends nothing must
     * not delay it for long.
     */
    private boolean othersWait() {
        try {
            for (int i = 0; next == null && i < listening.size(); i++) {
                if (reserve.hasRoom() && listening.get(i).isOpen()) {
                    next = listening.get(i).accept();
                }
            }
        } catch (IOException e) {
            // The client has gone, or the port is closed.
        }
        return next != null;
    }

    private void serve(SocketChannel client) {
        try {
            if (guests.mayEnter(client.getRemoteAddress())) {
                conversation.hold(client);
            }
        } catch (IOException e) {
            // The client has gone, or does not read: no answer can be sent.
        } finally {
            try {
                client.close();
            } catch (IOException e) {
                // The connection is gone already.
            }
        }
    }

    /** Ends the thread after its turn; called by any thread. */
    void end() {
        ended = true;
        selector.wakeup();
    }

    private void close() {
        try {
            selector.close();
        } catch (IOException e) {
            // Nothing depends on the selector.
        }
    }
}
