package dev.serval.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LockTableTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong();
    private final LockTable locks = new LockTable(nanos::get);

    @ParameterizedTest(name = "a lock of {0}, {1}, {2} and one of {3}, {4}, {5}: {6}")
    @CsvSource({
        "/a, exclusive, ZERO, /a, exclusive, ZERO, false",
        "/a, exclusive, ZERO, /a, shared, ZERO, false",
        "/a, shared, ZERO, /a, exclusive, ZERO, false",
        "/a, shared, ZERO, /a, shared, ZERO, true",
        "/a, exclusive, ZERO, /a/b, exclusive, ZERO, true",
        "/a, exclusive, INFINITY, /a/b, exclusive, ZERO, false",
        "/a, exclusive, INFINITY, /a/b/c, shared, ZERO, false",
        "/a, shared, INFINITY, /a/b, shared, ZERO, true",
        "/a, shared, INFINITY, /a/b, exclusive, ZERO, false",
        "/a, exclusive, INFINITY, /ab, exclusive, ZERO, true",
        "/a/b, exclusive, ZERO, /a, exclusive, INFINITY, false",
        "/a/b, exclusive, ZERO, /a, exclusive, ZERO, true",
        "/a/b, shared, ZERO, /a, shared, INFINITY, true",
        "/a/b, exclusive, ZERO, /, exclusive, INFINITY, false",
        "/, exclusive, INFINITY, /a, exclusive, ZERO, false",
        "/, exclusive, ZERO, /a, exclusive, ZERO, true"
    })
    void twoLocks(
            String first,
            String scope,
            Depth depth,
            String second,
            String otherScope,
            Depth otherDepth,
            boolean both) {
        assertThat(locks.create(first, scope.equals("exclusive"), depth, "", null, 10)).isNotNull();
        boolean exclusive = otherScope.equals("exclusive");
        assertThat(locks.conflicts(second, exclusive, otherDepth).isEmpty()).isEqualTo(both);
        assertThat(locks.create(second, exclusive, otherDepth, "", null, 10) != null)
                .isEqualTo(both);
    }

    @Test
    void aLockEndsByItsTimeoutUnlessItIsRefreshed() {
        Lock lock = locks.create("/a", true, Depth.ZERO, "", null, 10);
        nanos.addAndGet(9 * SECOND);
        assertThat(locks.secondsLeft(lock)).isEqualTo(1);
        assertThat(locks.refresh(lock, 10)).isNotNull();
        nanos.addAndGet(9 * SECOND);
        assertThat(locks.covering("/a")).hasSize(1);
        nanos.addAndGet(SECOND);
        assertThat(locks.covering("/a")).isEmpty();
        assertThat(locks.refresh(lock, 10)).isNull();
        assertThat(locks.remove(lock)).isFalse();
        assertThat(locks.create("/a", true, Depth.ZERO, "", null, 10)).isNotNull();
    }

    @Test
    void noLockLastsLongerThanTheLongest() {
        Lock lock = locks.create("/a", true, Depth.ZERO, "", null, Long.MAX_VALUE);
        assertThat(locks.secondsLeft(lock)).isEqualTo(LockTable.LONGEST);
    }

    @Test
    void whatIsGoneHasNoLocks() {
        locks.create("/a", true, Depth.ZERO, "", null, 10);
        locks.create("/a/b", true, Depth.ZERO, "", null, 10);
        locks.create("/ab", true, Depth.ZERO, "", null, 10);
        locks.removeTree("/a");
        assertThat(locks.below("/")).extracting(Lock::path).containsExactly("/ab");
    }

    @Test
    void thereAreNoMoreThanTheBound() {
        for (int i = 0; i < LockTable.MOST; i++) {
            assertThat(locks.create("/" + i, true, Depth.ZERO, "", null, 10)).isNotNull();
        }
        assertThat(locks.isFull("/x")).isTrue();
        assertThat(locks.create("/one-more", true, Depth.ZERO, "", null, 10)).isNull();
        nanos.addAndGet(10 * SECOND);
        assertThat(locks.isFull("/x")).isFalse();
        assertThat(locks.create("/one-more", true, Depth.ZERO, "", null, 10)).isNotNull();
    }

    @Test
    void tokensAreDifferent() {
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            tokens.add(locks.create("/" + i, true, Depth.ZERO, "", null, 10).token());
        }
        assertThat(tokens).hasSize(100).allMatch(token -> token.matches("urn:uuid:[0-9a-f-]{36}"));
    }
}
