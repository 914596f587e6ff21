package dev.serval.benchmarks.websocket;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** A thread that reads many connections, and does with each message what the play says. */
final class Loop extends Thread {
    /** What follows from messages. Each loop has its own. */
    interface Play {
        /** Once for each connection when all are there. */
        void begin(Member member) throws IOException;

        void received(Member member, int messages, Latencies latencies) throws IOException;

        /** All connections that were ready have been read. */
        void turn(Latencies latencies) throws IOException;
    }

    private static final int BUFFER = 64 * 1024;

    private final Selector selector = Selector.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
    private final Play play;
    // By this thread, but for latencies.
    private volatile long messages;
    private volatile IOException failure;
    private volatile boolean over;
    private volatile Latencies latencies = new Latencies();

    Loop(String name, Play play) throws IOException {
        super(name);
        this.play = play;
        setDaemon(true);
    }

    /** Before it is started. */
    void add(Member member) throws IOException {
        member.channel.configureBlocking(false);
        member.channel.register(selector, SelectionKey.OP_READ, member);
    }

    @Override
    public void run() {
        try {
            for (SelectionKey key : selector.keys()) {
                play.begin((Member) key.attachment());
            }
            while (!over) {
                selector.select(this::read);
                play.turn(latencies);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void read(SelectionKey key) {
        Member member = (Member) key.attachment();
        try {
            in.clear();
            if (member.channel.read(in) < 0) {
                throw new EOFException("the server ends a connection");
            }
            int complete = member.frames.take(in.flip());
            if (complete > 0) {
                messages = messages + complete;
                play.received(member, complete, latencies);
            }
        } catch (IOException e) {
            key.cancel();
            failure = e;
        }
    }

    /** Since its start. */
    long messages() {
        return messages;
    }

    /** The latencies since the last call. */
    Latencies latencies() {
        Latencies until = latencies;
        latencies = new Latencies();
        return until;
    }

    /** Throws what has gone wrong; nothing when all goes on. */
    void check() throws IOException {
        IOException cause = failure;
        if (cause != null) {
            throw new IOException(cause.getMessage(), cause);
        }
    }

    /** Ends it, and all of its connections. */
    void end() throws IOException, InterruptedException {
        over = true;
        selector.wakeup();
        join();
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
