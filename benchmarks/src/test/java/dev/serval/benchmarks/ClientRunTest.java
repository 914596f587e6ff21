package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class ClientRunTest {
    /** Never ends by itself. */
    private static final class Endless implements LoadClient {
        @Override
        public String program() {
            return "sleep";
        }

        @Override
        public String missing() {
            return null;
        }

        @Override
        public int threads() {
            return 1;
        }

        @Override
        public double seconds(LoadScenario scenario) {
            return 1;
        }

        @Override
        public long limit(LoadScenario scenario) {
            return 1;
        }

        @Override
        public List<String> shown(LoadScenario scenario, String origin) {
            return List.of("sleep", "600");
        }

        @Override
        public List<String> command(
                LoadScenario scenario, String origin, String cookie, Path work) {
            return shown(scenario, origin);
        }

        @Override
        public Count count(List<String> printed, Path work) {
            return new Count();
        }
    }

    @TempDir Path work;

    @Test
    @Timeout(60)
    void aClientThatDoesNotEndIsEnded() {
        LoadScenario scenario =
                new LoadScenario(
                        "endless",
                        new Endless(),
                        Request.files(13),
                        1,
                        LoadScenario.KEEP_ALIVE,
                        1,
                        null,
                        0,
                        false);
        assertThatThrownBy(() -> ClientRun.of(scenario, "http://localhost", null, work))
                .isInstanceOf(IOException.class)
                .hasMessage("sleep did not come to an end in 1 s");
    }
}
