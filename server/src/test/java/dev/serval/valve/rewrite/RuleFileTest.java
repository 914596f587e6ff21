package dev.serval.valve.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleFileTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir Path directory;
    private RuleFile file;
    private long changes;

    @BeforeEach
    void start() throws IOException {
        write("rewrite.config", "RewriteMap m txt:map.txt", "RewriteRule ^/a$ /b");
        write("map.txt", "a b");
        file = new RuleFile(directory.resolve("rewrite.config"), directory::resolve, null);
    }

    /** Each change has a time of its own. */
    private void write(String name, String... lines) throws IOException {
        Path to = directory.resolve(name);
        Files.write(to, List.of(lines));
        changes += SECOND;
        Files.setLastModifiedTime(to, FileTime.from(changes, TimeUnit.NANOSECONDS));
    }

    @Test
    void oneWithMistakesLeavesTheRulesOfBefore() throws IOException {
        file.start();
        List<Rule> before = file.current(10 * SECOND);
        write("rewrite.config", "RewriteRule ^/(a$ /b");
        assertThat(file.current(12 * SECOND)).isSameAs(before).hasSize(1);
        write("rewrite.config", "RewriteRule ^/a$ /b", "RewriteRule ^/c$ /d");
        assertThat(file.current(14 * SECOND)).hasSize(2);
    }

    @Test
    void itIsLookedAtOnceInASecond() throws IOException {
        file.start();
        List<Rule> before = file.current(10 * SECOND);
        write("rewrite.config", "");
        assertThat(file.current(10 * SECOND + SECOND / 2)).isSameAs(before);
        assertThat(file.current(11 * SECOND)).isEmpty();
    }

    @Test
    void aMapThatChangesIsReadAnewToo() throws IOException {
        file.start();
        List<Rule> before = file.current(10 * SECOND);
        write("map.txt", "a c");
        assertThat(file.current(12 * SECOND)).isNotSameAs(before);
    }
}
