package dev.serval.valve.accesslog;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes lines to the program, one by one. Owned by the writer's thread. */
final class LineReceiver implements LogTarget {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);

    private final Consumer<String> receiver;
    private boolean told;

    LineReceiver(Consumer<String> receiver) {
        this.receiver = receiver;
    }

    @Override
    public void write(Chunk chunk) {
        int start = 0;
        for (int i = 0; i < chunk.length; i++) {
            if (chunk.bytes[i] == '\n') {
                String line = new String(chunk.bytes, start, i - start, StandardCharsets.UTF_8);
                start = i + 1;
                give(line);
            }
        }
    }

    private void give(String line) {
        try {
            receiver.accept(line);
        } catch (RuntimeException | Error e) {
            // The log goes on: a receiver that throws for one line may accept the next.
            if (!told) {
                told = true;
                LOG.warn(
                        "SRV-0703 A line of the access log was lost: its receiver threw {}.",
                        e.toString());
            }
        }
    }

    /** Short, since a user may be watching. */
    @Override
    public long gatherMillis() {
        return 20;
    }

    @Override
    public void close() {
        // The receiver belongs to the program.
    }
}
