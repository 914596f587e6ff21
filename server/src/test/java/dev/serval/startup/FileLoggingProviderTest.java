package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLoggingProviderTest {
    @TempDir Path base;

    private final String before = System.getProperty(Logging.PROPERTY);

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(Logging.PROPERTY);
        } else {
            System.setProperty(Logging.PROPERTY, before);
        }
    }

    @Test
    void theFileConfiguresALogThatHasTheMdcOfTheProvider() throws Exception {
        Path out = base.resolve("out.log");
        Path file = base.resolve("logback.xml");
        Files.writeString(
                file,
                "<configuration><appender name='f' class='ch.qos.logback.core.FileAppender'><file>"
                        + out
                        + "</file><encoder><pattern>%X{traceId} %m%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='f'/></root></configuration>");
        System.setProperty(Logging.PROPERTY, file.toString());
        FileLoggingProvider provider = new FileLoggingProvider();
        provider.initialize();
        LoggerContext context = (LoggerContext) provider.getLoggerFactory();
        try {
            provider.getMDCAdapter().setContextMap(Map.of("traceId", "a1"));
            context.getLogger("b").info("said");
        } finally {
            context.stop();
        }
        assertThat(out).hasContent("a1 said");
    }
}
