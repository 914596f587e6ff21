package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.serval.session.store.SessionStoreException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Each failure of a store that the log tells of has its end there, too, and no other has one. */
class StoreAnswersAgainTest {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final MapStore store = new MapStore();
    private final GuardedStore guarded = new GuardedStore(store, new StoreFailures("/again"), 10);

    @BeforeEach
    void listen() {
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void leave() {
        logger().detachAppender(log);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(StoreFailures.class);
    }

    private List<String> lines() {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("[/again]"))
                .toList();
    }

    private void fails() {
        store.down = true;
        assertThatThrownBy(() -> guarded.load("a")).isInstanceOf(SessionStoreException.class);
        store.down = false;
    }

    @Test
    void alsoWhereItHasFailedOnce() throws Exception {
        guarded.load("a");
        fails();
        guarded.load("a");
        guarded.load("a");
        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0)).startsWith("SRV-0714").endsWith("failed 1 times: down");
        assertThat(lines().get(1)).endsWith("answers again, after 1 failures in all");
    }

    @Test
    void aFailureThatIsOnlyCountedHasNoEndEither() throws Exception {
        for (int i = 0; i < 5; i++) {
            fails();
            guarded.load("a");
        }
        assertThat(lines()).hasSize(2);
    }
}
