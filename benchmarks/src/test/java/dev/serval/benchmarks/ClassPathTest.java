package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassPathTest {
    private static final List<String> ENTRIES =
            List.of(
                    "/classes",
                    "/r/dev/serval/serval-server-1.jar",
                    "/r/dev/serval/serval-websocket-1.jar",
                    "/r/org/apache/tomcat/embed/tomcat-embed-core-11.jar",
                    "/r/org/apache/tomcat/embed/tomcat-embed-websocket-11.jar",
                    "/r/jakarta/websocket/jakarta.websocket-api-2.jar");

    @Test
    void aServerHasWebSocketOnlyWhereItIsServed() {
        assertThat(ClassPath.of(Contender.TOMCAT_NIO, ENTRIES, false).split(":"))
                .containsExactly("/classes", "/r/org/apache/tomcat/embed/tomcat-embed-core-11.jar");
        assertThat(ClassPath.of(Contender.SERVAL_NIO, ENTRIES, true).split(":"))
                .containsExactly(
                        "/classes",
                        "/r/dev/serval/serval-server-1.jar",
                        "/r/dev/serval/serval-websocket-1.jar",
                        "/r/jakarta/websocket/jakarta.websocket-api-2.jar");
    }

    @Test
    void theJarsOfAnotherCheckoutAreThoseInItWhereverItWasBuilt(@TempDir Path checkout)
            throws Exception {
        List<String> own =
                List.of(
                        "server/target/serval-server-1.jar",
                        "extensions/websocket/target/serval-websocket-1.jar");
        for (String jar : own) {
            Files.createDirectories(checkout.resolve(jar).getParent());
            Files.createFile(checkout.resolve(jar));
        }
        Path target = Files.createDirectories(checkout.resolve("benchmarks/target"));
        Files.createDirectory(target.resolve("classes"));
        Files.writeString(
                target.resolve("classpath"), "/built/" + String.join(":/built/", own) + "\n");
        assertThat(ClassPath.entries(checkout).stream().skip(1))
                .isEqualTo(own.stream().map(jar -> checkout.resolve(jar).toString()).toList());
    }
}
