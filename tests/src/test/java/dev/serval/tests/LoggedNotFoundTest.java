package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.serval.embed.Serval;
import dev.serval.servlet.settings.ContextRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/**
 * {@code logNotFound}: the log tells of what an application answers by 404, when it is asked to.
 */
@OnSixWires
final class LoggedNotFoundTest {
    @Parameter ServletUnderTest server;
    @TempDir private Path files;

    private List<String> logged(boolean wanted, String... targets) throws Exception {
        Files.writeString(files.resolve("there.txt"), "there");
        Logger logger =
                (Logger) LoggerFactory.getLogger("dev.serval.servlet.application.NotFoundLog");
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.addAppender(appender);
        Level level = logger.getLevel();
        logger.setLevel(Level.INFO);
        try (Serval own =
                server.start(
                        builder ->
                                builder.directory("/app", files)
                                        .servlet(
                                                "/app",
                                                "/own/*",
                                                new OneServlet.Given(
                                                        (request, response) ->
                                                                response.setStatus(404)))
                                        .settings(
                                                "/app",
                                                c -> c.with(ContextRule.LOG_NOT_FOUND, wanted)))) {
            for (String target : targets) {
                server.get(own, target, "Referer: http://example.org/");
            }
        } finally {
            logger.setLevel(level);
            logger.detachAppender(appender);
        }
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void tellsOfFilesAndOfServletsThatSaySo() throws Exception {
        assertThat(logged(true, "/app/gone?a=b", "/app/there.txt", "/app/own/x"))
                .containsExactly(
                        "SRV-0850 '/app': not found: GET /app/gone, from http://example.org/",
                        "SRV-0850 '/app': not found: GET /app/own/x, from http://example.org/");
    }

    @Test
    void isSilentByDefault() throws Exception {
        assertThat(ContextRule.LOG_NOT_FOUND.standard()).isFalse();
        assertThat(logged(false, "/app/gone")).isEmpty();
    }
}
