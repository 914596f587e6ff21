package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A start without an archive of classes: what it does not load, it does not wait for. */
@Timeout(120)
class FirstStartTest {
    /** Each of them brings many others, and a start some 20 to 300 ms. */
    private static final List<String> NOT_LOADED =
            List.of(
                    "ch.qos.logback.core.joran.spi.ConfigurationWatchList",
                    "ch.qos.logback.classic.joran.JoranConfigurator",
                    "ch.qos.logback.classic.PatternLayout",
                    "java.lang.runtime.ObjectMethods",
                    "dev.serval.config.KnownNames",
                    "dev.serval.builtin.RemoteIpReader",
                    "dev.serval.builtin.RewriteReader");

    /** The sockets for operators: the JDK names such sockets at random, by its providers. */
    private static final String SOCKETS = " sun.nio.ch.UnixDomainSockets ";

    /** Behind the start, the log files learn to roll, and need locales for it. */
    private static final String BEHIND_IT = " ch.qos.logback.core.rolling.helper.";

    @TempDir Path temporary;

    @Test
    void loadsOnlyWhatTheShippedFilesAndAFirstRequestNeed() throws Exception {
        Path home = Installation.unpack(temporary.toRealPath());
        Path base = Files.createDirectories(temporary.toRealPath().resolve("base"));
        Files.createDirectories(base.resolve("webapps"));
        try (Installation serval = new Installation(home, base)) {
            serval.asShipped().with("SERVAL_CDS", "off");
            serval.with("SERVAL_OPTS", "-Xlog:class+load:file=loaded.txt");
            serval.run("startup.sh").mustSucceed();
            assertThat(serval.get("/none").statusCode()).isEqualTo(404);
            List<String> loaded = Files.readAllLines(base.resolve("loaded.txt"));
            assertThat(loaded)
                    .anyMatch(line -> line.contains(" dev.serval.startup.ShippedLogging "))
                    .noneMatch(
                            line ->
                                    NOT_LOADED.stream()
                                            .anyMatch(name -> line.contains(" " + name + " ")));
            assertThat(loaded.stream().takeWhile(line -> !line.contains(SOCKETS)))
                    .noneMatch(line -> line.contains(" sun.security.jca.ProviderList "));
            assertThat(loaded.stream().takeWhile(line -> !line.contains(BEHIND_IT)))
                    .hasSizeGreaterThan(1000)
                    .noneMatch(line -> line.contains(" java.text.SimpleDateFormat "));
        }
    }
}
