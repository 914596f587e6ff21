package dev.serval.servlet.async;

import dev.serval.http.BytesHandler;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.UpgradedBytes;
import dev.serval.http.UpgradedWaits;
import dev.serval.lifecycle.GoingAwayListener;
import dev.serval.net.Pace;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.request.RequestInput;
import dev.serval.servlet.request.ResponseOutput;
import dev.serval.servlet.request.StreamOwner;
import dev.serval.servlet.request.Turns;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection on which an application speaks a protocol of its own (Servlet 6.1 §2.3.3.5). Its
 * methods may be called by any thread; the handler and its listeners are called in turns, one at a
 * time, on threads that may block; short turns caused by arriving bytes run on the event loop
 * itself. A handler has the streams, or the bytes themselves if it is a {@link BytesHandler}.
 *
 * <pre>
 *   the call is over: 101 -- init --> OPEN -- close(); a listener was told of the client's end or of
 *                                      |      a failure; nothing moves; the application is stopped,
 *                                      |      and the time of a GoingAwayListener is over
 *                                      v
 *                                   CLOSING -- nobody reads or writes any more --> destroy, closed
 * </pre>
 */
public final class UpgradedConnection implements WebConnection, UpgradedBytes, Turns, StreamOwner {
    private static final Logger LOG = LoggerFactory.getLogger(UpgradedConnection.class);

    // How long the connection may be idle in both directions.
    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(30);
    // The same after the client's end, when the application can only write.
    private static final long ENDED_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Exchange exchange;
    private final Application context;
    private final Upgrades upgrades;
    private final HttpUpgradeHandler handler;
    // The same; null where it works on streams.
    private final BytesHandler bytes;
    private final Runnable readable = this::readable;
    private final RequestInput input;
    private final ResponseOutput output;
    private final UpgradedOutput shown;
    private final AtomicBoolean asked = new AtomicBoolean();
    // From the beginning on.
    private ApplicationTurns turns;
    private UpgradedWaits waits;

    // Guarded by the lock of the turns.
    private boolean toRead;
    private boolean toWrite;
    private boolean turnAsked;
    private boolean goingAway;
    private boolean closing;
    private boolean ended;
    // Set once, when the end was announced: its time by System.nanoTime.
    private boolean told;
    private long cutAt;

    // Used by the sweep only: the bytes transferred at its last check, and since when.
    private long moved;
    private long since = System.nanoTime();

    public UpgradedConnection(
            Exchange exchange, Application context, Upgrades upgrades, HttpUpgradeHandler handler) {
        this.exchange = exchange;
        this.context = context;
        this.upgrades = upgrades;
        this.handler = handler;
        bytes = handler instanceof BytesHandler direct ? direct : null;
        input = RequestInput.upgraded(exchange);
        output = new ResponseOutput(exchange);
        input.belongs(this);
        output.belongs(this);
        shown = new UpgradedOutput(output, this::close);
        input.cycle(this);
        output.cycle(this);
    }

    // ---- for the call

    /** The call is over: answers with 101 and calls the handler. */
    public void begin() {
        if (!exchange.fields().has(FieldName.UPGRADE)) {
            // RFC 9110 §15.2.2: it has to name the protocol: the one that the client prefers.
            String wanted = exchange.request().field(FieldName.UPGRADE);
            exchange.fields().set(FieldName.UPGRADE, wanted.split(",", 2)[0].strip());
        }
        turns =
                new ApplicationTurns(
                        exchange, context.identity(), pace(), this::goOn, this::withoutThread);
        boolean open = upgrades.add(this);
        try {
            if (!open) {
                throw new IOException("the application is being stopped");
            }
            waits = exchange.upgrade();
            output.flush();
        } catch (IOException | RuntimeException e) {
            upgrades.remove(this);
            discard();
            exchange.fail(e);
            return;
        }
        if (bytes != null && waits.blocks()) {
            // The connection's own thread reads, and must not wait.
            turns.later(this::open, this::withoutThread);
        } else {
            turns.now(this::open);
        }
    }

    private void open() {
        if (bytes == null) {
            call("init", () -> handler.init(this));
        } else {
            call("opened", () -> bytes.opened(this));
        }
        goOn();
    }

    /** Of its turns; null where a session that they ask for may have to be waited for. */
    private Pace pace() {
        return context.sessions().mayWait()
                ? null
                : upgrades.pace(bytes == null ? handler.getClass() : bytes.kind());
    }

    /** Releases the handler, also if it was not used. */
    public void discard() {
        context.components().end(handler);
    }

    // ---- WebConnection

    @Override
    public ServletInputStream getInputStream() {
        return input;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return shown;
    }

    /** Reads fail from now on; what was written is still sent. Does not wait for the end. */
    @Override
    public void close() {
        if (asked.compareAndSet(false, true)) {
            input.shut(() -> {});
            event(() -> closing = true);
        }
    }

    // ---- UpgradedBytes

    @Override
    public int read(ByteBuffer target) throws IOException {
        try {
            return input.poll(target);
        } catch (IllegalStateException e) {
            throw new IOException(lastWords(), e);
        }
    }

    @Override
    public void awaitBytes() {
        input.when(readable);
    }

    @Override
    public boolean write(ByteBuffer source) throws IOException {
        try {
            return output.offer(source);
        } catch (IllegalStateException e) {
            throw new IOException(lastWords(), e);
        }
    }

    @Override
    public void whenWritable(Runnable task) {
        output.when(task);
    }

    @Override
    public UpgradedWaits waits() {
        return waits;
    }

    @Override
    public void askForTurn() {
        event(() -> turnAsked = true);
    }

    @Override
    public void fork(Runnable task) {
        turns.beside(task);
    }

    // ---- StreamOwner

    @Override
    public String lastWords() {
        return "the connection is closed";
    }

    @Override
    public void tellExcess(long declared) {
        // A stream without an end has no length.
    }

    // ---- turns

    @Override
    public void readable() {
        event(() -> toRead = true);
    }

    @Override
    public void writable() {
        event(() -> toWrite = true);
    }

    @Override
    public boolean isStarted() {
        return true;
    }

    @Override
    public boolean isUndecided() {
        return false;
    }

    /**
     * The application or the server is stopped: a GoingAwayListener is told, other handlers are
     * closed.
     *
     * @param cutAt by {@link System#nanoTime}: it is closed then in any case
     */
    void goAway(long cutAt) {
        if (!(handler instanceof GoingAwayListener) || cutAt - System.nanoTime() <= 0) {
            close();
            return;
        }
        event(
                () -> {
                    if (!told) {
                        told = true;
                        this.cutAt = cutAt;
                        goingAway = true;
                    }
                });
    }

    /** Called by the sweep: checks whether bytes were transferred. */
    void tick(long now) {
        if (asked.get()) {
            // A thread may have begun to wait for bytes at the moment of the close.
            giveUpReading();
            return;
        }
        if (bytes != null) {
            // Its protocol knows how long nothing may move.
            return;
        }
        long all = input.taken() + exchange.written();
        if (all != moved) {
            moved = all;
            since = now;
        } else if (now - since > (input.isFinished() ? ENDED_NANOS : IDLE_NANOS)) {
            LOG.debug("A connection of context '{}' is closed: nothing moves", context.path());
            close();
        }
    }

    private void giveUpReading() {
        try {
            exchange.giveUpReading();
        } catch (IllegalStateException e) {
            // It has ended meanwhile.
        }
    }

    private void event(Runnable note) {
        turns.event(
                () -> {
                    if (ended) {
                        return false;
                    }
                    note.run();
                    return true;
                });
    }

    /** The server is stopped, or too many tasks wait: the handler may block when it ends. */
    private void withoutThread(Throwable cause) {
        LOG.debug("A connection of context '{}' is closed: {}", context.path(), cause.toString());
        asked.set(true);
        upgrades.last(() -> turns.now(this::end));
    }

    private enum Step {
        REST,
        READ,
        WRITE,
        TURN,
        GO_AWAY,
        END
    }

    private void goOn() {
        for (Step step = turns.ask(this::next); ; step = turns.ask(this::next)) {
            switch (step) {
                case REST -> {
                    return;
                }
                case END -> {
                    end();
                    return;
                }
                case READ -> {
                    if (bytes == null) {
                        call("its ReadListener", input::proceed);
                    } else {
                        call("readable", bytes::readable);
                    }
                }
                case WRITE -> call("its WriteListener", output::proceed);
                case TURN -> call("turn", bytes::turn);
                case GO_AWAY -> call("goingAway", this::tellOfEnd);
            }
            if (input.isTold() || output.isTold()) {
                close();
            }
        }
    }

    private Step next() {
        if (closing) {
            ended = true;
            return Step.END;
        }
        if (goingAway) {
            goingAway = false;
            return Step.GO_AWAY;
        }
        if (toRead) {
            toRead = false;
            return Step.READ;
        }
        if (toWrite) {
            toWrite = false;
            return Step.WRITE;
        }
        if (turnAsked) {
            turnAsked = false;
            return Step.TURN;
        }
        turns.rest();
        return Step.REST;
    }

    private void tellOfEnd() {
        long left = Math.max(0, cutAt - System.nanoTime());
        ((GoingAwayListener) handler).goingAway(Duration.ofNanos(left));
    }

    private interface Calling {
        void run() throws IOException;
    }

    /** A mistake of the application ends only this connection. */
    private void call(String what, Calling calling) {
        try {
            calling.run();
        } catch (Throwable e) {
            // A failure caused by close is no mistake.
            if (!asked.get()) {
                failed(what, e);
            }
            close();
        }
    }

    private void failed(String what, Throwable cause) {
        LOG.error(
                "SRV-0627 upgrade handler {} of context '{}' failed in {}",
                handler.getClass().getName(),
                context.path(),
                what,
                cause);
    }

    /** Ends it, once no thread of the application is in a read or a write. */
    private void end() {
        if (!output.shut(this::endLater) || !input.shut(this::endLater)) {
            return;
        }
        // A writer is told of a failure before the handler is destroyed.
        call("its WriteListener", output::settle);
        try {
            handler.destroy();
        } catch (Throwable e) {
            failed("destroy", e);
        }
        discard();
        upgrades.remove(this);
        input.end();
        Thread.interrupted();
        try {
            output.end();
        } catch (IOException | RuntimeException | Error e) {
            exchange.fail(e);
        }
    }

    /** The last thread of the application has left, and is not to do the server's work. */
    private void endLater() {
        turns.later(this::end, cause -> upgrades.last(() -> turns.now(this::end)));
    }
}
