package dev.serval.benchmarks.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection sends its next message when all others have got the last one. */
final class BroadcastPlay implements Loop.Play {
    /** What the loops of one broadcast share. Thread-safe. */
    static final class Round {
        private final Member sender;
        private final int receivers;
        private final AtomicInteger due;

        Round(Member sender, int receivers) {
            this.sender = sender;
            this.receivers = receivers;
            this.due = new AtomicInteger(receivers);
        }
    }

    private final ByteBuffer frame = ClientFrame.text(Crowd.MESSAGE);
    private final Round round;
    private int received;

    BroadcastPlay(Round round) {
        this.round = round;
    }

    @Override
    public void begin(Member member) throws IOException {
        if (member == round.sender) {
            member.send(frame);
        }
    }

    @Override
    public void received(Member member, int messages, Latencies latencies) {
        received += messages;
    }

    @Override
    public void turn(Latencies latencies) throws IOException {
        int taken = received;
        received = 0;
        if (taken > 0 && round.due.addAndGet(-taken) == 0) {
            // Whoever sees the last one sends: nobody else touches the sender now.
            latencies.add(System.nanoTime() - round.sender.sentAt);
            round.due.set(round.receivers);
            round.sender.send(frame);
        }
    }
}
