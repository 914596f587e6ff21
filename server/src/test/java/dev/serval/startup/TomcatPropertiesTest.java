package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of Tomcat that are not read. */
class TomcatPropertiesTest {
    @TempDir Path conf;

    private String warning(String name, String text) throws IOException {
        Files.writeString(conf.resolve(name), text);
        var problems = TomcatProperties.warnings(conf);
        assertThat(problems)
                .hasSizeLessThan(2)
                .allSatisfy(p -> assertThat(p.severity()).isEqualTo(Problem.Severity.WARNING));
        return problems.isEmpty() ? null : problems.get(0).toString();
    }

    @Test
    void filesThatAreNotThereAreNotMissed() {
        assertThat(TomcatProperties.warnings(conf)).isEmpty();
    }

    @Test
    void whatComesWithTomcatIsHarmless() throws IOException {
        assertThat(
                        warning(
                                "catalina.properties",
                                """
                                package.access=sun.,org.apache.catalina.
                                common.loader="${catalina.base}/lib","${catalina.base}/lib/*.jar",\\
                                  "${catalina.home}/lib","${catalina.home}/lib/*.jar"
                                server.loader=
                                shared.loader=
                                tomcat.util.scan.StandardJarScanFilter.jarsToSkip=\\
                                annotations-api.jar,\\
                                ant-junit*.jar,\\
                                xom-*.jar
                                tomcat.util.scan.StandardJarScanFilter.jarsToScan=slf4j-taglib*.jar
                                tomcat.util.buf.StringCache.byte.enabled=true
                                """))
                .isNull();
        assertThat(
                        warning(
                                "logging.properties",
                                """
                                handlers = 1catalina.org.apache.juli.AsyncFileHandler, \\
                                  java.util.logging.ConsoleHandler
                                .handlers = 1catalina.org.apache.juli.FileHandler
                                1catalina.org.apache.juli.AsyncFileHandler.level = ALL
                                2localhost.org.apache.juli.AsyncFileHandler.directory = ${catalina.base}/logs
                                3manager.org.apache.juli.AsyncFileHandler.prefix = manager.
                                java.util.logging.ConsoleHandler.formatter = org.apache.juli.OneLineFormatter
                                org.apache.catalina.core.ContainerBase.[Catalina].[localhost].level = INFO
                                org.apache.catalina.core.ContainerBase.[Catalina].[localhost].[/manager].handlers = \\
                                  3manager.org.apache.juli.AsyncFileHandler
                                """))
                .isNull();
    }

    @Test
    void whatSomebodyHasAddedIsNamedInOneWarning() throws IOException {
        assertThat(
                        warning(
                                "catalina.properties",
                                "shared.loader=/opt/libs/*.jar\nshop.mode=live\nserver.loader=\n"))
                .startsWith("conf/catalina.properties: ")
                .contains("shared.loader, shop.mode", "SERVAL_OPTS", "lib/")
                .doesNotContain("server.loader");
    }

    @Test
    void levelsAndFilesOfLoggingAreNamed() throws IOException {
        assertThat(
                        warning(
                                "logging.properties",
                                "org.example.level=FINE\n"
                                        + "1catalina.org.apache.juli.AsyncFileHandler.maxDays=7\n"))
                .startsWith("conf/logging.properties: ")
                .contains("1catalina.org.apache.juli.AsyncFileHandler.maxDays, org.example.level")
                .contains("conf/logback.xml");
    }

    @Test
    void manyAreCounted() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 10; i < 30; i++) {
            text.append("key").append(i).append("=1\n");
        }
        assertThat(warning("catalina.properties", text.toString()))
                .contains("key10", "key21 and 8 more")
                .doesNotContain("key22");
    }

    @Test
    void oneThatCannotBeReadIsSaidToo() throws IOException {
        assertThat(warning("logging.properties", "a=\\u00zz\n")).contains("is not read");
    }
}
