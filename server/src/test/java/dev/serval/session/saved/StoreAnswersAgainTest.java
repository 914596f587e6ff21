package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.session.store.SessionStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each failure of a store that the log tells of has its end there, too, and no other has one. */
class StoreAnswersAgainTest {
    private final StoreLog log = new StoreLog("/again");
    private final MapStore store = new MapStore();
    private final GuardedStore guarded = new GuardedStore(store, new StoreFailures("/again"), 10);

    @AfterEach
    void leave() {
        log.close();
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
        assertThat(log.lines()).hasSize(2);
        assertThat(log.lines().get(0)).startsWith("SRV-0714").endsWith("failed 1 times: down");
        assertThat(log.lines().get(1)).endsWith("answers again, after 1 failures in all");
    }

    @Test
    void aFailureThatIsOnlyCountedHasNoEndEither() throws Exception {
        for (int i = 0; i < 5; i++) {
            fails();
            guarded.load("a");
        }
        assertThat(log.lines()).hasSize(2);
    }
}
