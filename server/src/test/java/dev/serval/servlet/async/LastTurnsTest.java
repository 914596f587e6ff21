package dev.serval.servlet.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.servlet.AppContext;
import dev.serval.servlet.FakeStream;
import dev.serval.servlet.application.Application;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of upgraded connections while no worker is free. */
@Timeout(30)
class LastTurnsTest {
    private final Application context = AppContext.builder("/app").build().application();
    private final Upgrades upgrades = new Upgrades();
    private final BlockingQueue<Thread> ended = new LinkedBlockingQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);

    private final class Handler implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {
            // It is only closed.
        }

        @Override
        public void destroy() {
            ended.add(Thread.currentThread());
            try {
                released.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private FakeStream close() {
        FakeStream stream =
                FakeStream.of(
                        "GET /app/ HTTP/1.1\nHost: localhost\nConnection: Upgrade\nUpgrade: a");
        UpgradedConnection connection =
                new UpgradedConnection(stream.exchange, context, upgrades, new Handler());
        connection.begin();
        stream.forks =
                task -> {
                    throw new RejectedExecutionException("all are busy");
                };
        connection.close();
        return stream;
    }

    @Test
    void aHandlerThatBlocksAtItsEndHoldsUpNobodyElse() throws Exception {
        List<FakeStream> streams = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            streams.add(close());
        }
        Thread first = ended.poll(20, TimeUnit.SECONDS);
        assertThat(first).isNotNull().isNotSameAs(Thread.currentThread());
        released.countDown();
        first.join();
        assertThat(ended).containsExactly(first, first);
        assertThat(streams).allMatch(FakeStream::completed);
        upgrades.end();
    }

    @Test
    void oneThatFailsKeepsTheOthersFromNothing() throws Exception {
        LastTurns turns = new LastTurns();
        turns.add(
                () -> {
                    throw new IllegalStateException("of the test");
                });
        turns.add(() -> ended.add(Thread.currentThread()));
        assertThat(ended.poll(20, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void whatComesBehindTheLastOneHasAThreadAgain() throws Exception {
        LastTurns turns = new LastTurns();
        released.countDown();
        for (int i = 0; i < 2; i++) {
            turns.add(() -> ended.add(Thread.currentThread()));
            Thread thread = ended.poll(20, TimeUnit.SECONDS);
            assertThat(thread).isNotNull();
            thread.join();
        }
    }
}
