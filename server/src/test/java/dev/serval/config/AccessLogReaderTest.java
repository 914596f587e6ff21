package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.builtin.AccessLogConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogReaderTest {
    @TempDir Path directory;

    @Test
    void aLetterThatMeansNothingIsAWarningWithItsPlace() throws IOException {
        ServerXml.Result result = read("%h %y %{a}z");
        assertThat(result.errors()).isEmpty();
        assertThat(result.problems()).hasSize(2);
        assertThat(result.problems().get(0).line()).isEqualTo(4);
        assertThat(result.problems().get(0).column()).isGreaterThan(1);
        assertThat(result.problems().get(0).message()).contains("pattern", "%y", "prints a dash");
        assertThat(result.problems().get(1).message()).contains("%{a}z");
    }

    @Test
    void aPatternThatCannotBeReadIsAnErrorWithItsPlace() throws IOException {
        ServerXml.Result result = read("%h %{a");
        assertThat(result.errors()).hasSize(1);
        assertThat(result.errors().get(0).line()).isEqualTo(4);
        assertThat(result.errors().get(0).message()).contains("pattern", "%{ has no }");
    }

    @Test
    void anEmptyFormatOfDatesIsOneFile() throws IOException {
        ServerXml.Result result = read("common\" fileDateFormat=\"\" rotatable=\"false");
        assertThat(result.problems()).isEmpty();
        AccessLogConfig log =
                (AccessLogConfig)
                        Xml.factory(result.config().services().get(0).engine().valves().get(0));
        assertThat(log.fileDateFormat()).isEmpty();
        assertThat(log.rotatable()).isFalse();
    }

    private ServerXml.Result read(String pattern) throws IOException {
        Path file = directory.resolve("server.xml");
        Files.writeString(
                file,
                """
                <Server>
                  <Service name="S"><Connector port="0"/>
                    <Engine name="E" defaultHost="localhost">
                      <Valve className="org.apache.catalina.valves.AccessLogValve" pattern="%s"/>
                      <Host name="localhost" appBase="webapps"/>
                    </Engine>
                  </Service>
                </Server>
                """
                        .formatted(pattern));
        return ServerXml.read(file, name -> null);
    }
}
