package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggingTest {
    @TempDir Path base;

    private final String before = System.getProperty(Logging.PROPERTY);

    @BeforeEach
    void set() {
        System.setProperty(Logging.OWN, "server.xml");
    }

    @AfterEach
    void restore() {
        System.clearProperty(Logging.OWN);
        put(before);
    }

    private static void put(String value) {
        if (value == null) {
            System.clearProperty(Logging.PROPERTY);
        } else {
            System.setProperty(Logging.PROPERTY, value);
        }
    }

    @Test
    void theFileOfTheServerIsNotThereForApplications() {
        put(null);
        Logging logging = new Logging();
        assertThat(System.getProperty(Logging.PROPERTY)).isEqualTo("server.xml");
        logging.leaveToApplications();
        assertThat(System.getProperty(Logging.PROPERTY)).isNull();
    }

    @Test
    void theFileOfUsersIsForApplications() {
        put("users.xml");
        Logging logging = new Logging();
        assertThat(System.getProperty(Logging.PROPERTY)).isEqualTo("server.xml");
        logging.leaveToApplications();
        assertThat(System.getProperty(Logging.PROPERTY)).isEqualTo("users.xml");
    }

    @Test
    void whatFailsBesideTheLogKeepsNothingFromItsTurn() throws InterruptedException {
        System.setProperty(Logging.OWN, base.resolve("none.xml").toString());
        Logging logging = new Logging();
        AtomicInteger failed = new AtomicInteger();
        Runnable failing =
                () -> {
                    failed.incrementAndGet();
                    throw new OutOfMemoryError("of the test");
                };
        Thread thread = logging.begin(new Home(base, base), failing, failing);
        logging.await();
        while (thread.isAlive()
                && (failed.get() < 2 || thread.getState() != Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
        assertThat(thread.isAlive()).as("waits for the end of the start").isTrue();
        assertThat(failed).hasValue(2);
        logging.started();
        thread.join();
    }
}
