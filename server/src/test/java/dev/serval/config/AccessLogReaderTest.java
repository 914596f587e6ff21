package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogReaderTest {
    @TempDir Path directory;

    @Test
    void aPatternThatCannotBeWrittenIsAnErrorWithItsPlace() throws IOException {
        Path file = directory.resolve("server.xml");
        Files.writeString(
                file,
                """
                <Server>
                  <Service name="S">
                    <Engine name="E" defaultHost="localhost">
                      <Valve className="org.apache.catalina.valves.AccessLogValve" pattern="%h %S"/>
                      <Host name="localhost" appBase="webapps"/>
                    </Engine>
                  </Service>
                </Server>
                """);
        ServerXml.Result result = ServerXml.read(file, name -> null);
        assertThat(result.errors()).hasSize(1);
        assertThat(result.errors().get(0).line()).isEqualTo(4);
        assertThat(result.errors().get(0).message()).contains("pattern", "%S is not available yet");
    }
}
