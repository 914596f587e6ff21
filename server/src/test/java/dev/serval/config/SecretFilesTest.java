package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFilesTest {
    @TempDir Path directory;

    private Path file(String content) throws IOException {
        return file(content, "rw-r-----");
    }

    private Path file(String content, String permissions) throws IOException {
        Path file = Files.writeString(directory.resolve("secret"), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    private static String server(String value) {
        return Xml.connector("port='0' server='" + value + "'");
    }

    private static String read(String value) {
        ServerXml.Result result = Xml.read(server(value));
        assertThat(Xml.problems(result)).isEmpty();
        ConnectorEntry entry = result.config().services().get(0).connectors().get(0);
        return entry.config().http().options().server();
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3cret", "s3cret\n", "s3cret\r\n"})
    void theContentOfAFileIsAValueWithoutTheEndOfItsLastLine(String content) throws IOException {
        assertThat(read("${file:" + file(content) + "}")).isEqualTo("s3cret");
    }

    @Test
    void itMayBePartOfAValueAndHasADefaultForAMissingFile() throws IOException {
        assertThat(read("a ${file:" + file("s3cret") + "} b")).isEqualTo("a s3cret b");
        assertThat(read("${file:" + directory.resolve("none") + ":-usual}")).isEqualTo("usual");
    }

    @Test
    void whatIsInAFileAsksForNothingElse() throws IOException {
        assertThat(read("${file:" + file("${file:/etc/hostname}") + "}"))
                .isEqualTo("${file:/etc/hostname}");
    }

    @Test
    void aValueFromOutsideMayNameAFile() throws IOException {
        String path = "${file:" + file("s3cret") + "}";
        ServerXml.Result result =
                Xml.read(server("x"), Map.of(), Map.of("SERVAL_CONNECTOR_SERVER", path));
        ConnectorEntry entry = result.config().services().get(0).connectors().get(0);
        assertThat(entry.config().http().options().server()).isEqualTo("s3cret");
    }

    @Test
    void aMissingFileIsAnErrorThatNamesAttributeAndFile() {
        Path none = directory.resolve("none");
        assertThat(Xml.problems(server("${file:" + none + "}")))
                .containsExactly(
                        "ERROR conf/server.xml:2:21: server of Connector needs ${file:"
                                + none
                                + "}, but there is no such file");
    }

    @Test
    void oneThatCannotBeReadIsAnErrorAlsoWithADefault() {
        assertThat(Xml.problems(server("${file:" + directory + ":-x}")))
                .singleElement()
                .asString()
                .startsWith(
                        "ERROR conf/server.xml:2:21: server of Connector needs what is in "
                                + directory
                                + ", which cannot be read: ");
    }

    @Test
    void oneThatIsNoTextIsAnError() throws IOException {
        Path file = file("");
        Files.write(file, new byte[] {(byte) 0xE4});
        assertThat(Xml.problems(server("${file:" + file + "}")))
                .singleElement()
                .asString()
                .endsWith(file + ", which cannot be read: it is not in UTF-8");
    }

    @Test
    void oneThatThisProcessMayNotReadIsAnError() throws IOException {
        Path file = file("s3cret", "---------");
        assumeTrue(!Files.isReadable(file), "root reads everything");
        assertThat(Xml.problems(server("${file:" + file + "}")))
                .singleElement()
                .asString()
                .endsWith(file + ", which cannot be read: this process may not read it");
    }

    @Test
    void oneThatAllMayReadIsAWarningOnce() throws IOException {
        Path file = file("s3cret", "rw-r--r--");
        String value = "${file:" + file + "}";
        String xml = Xml.connector("port='0' server='" + value + "' proxyName='" + value + "'");
        assertThat(Xml.problems(xml))
                .containsExactly(
                        "WARNING conf/server.xml:2:21: server of Connector is in "
                                + file
                                + ", which all users of this computer can read; chmod o-r changes"
                                + " that");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3cret", "s3cret \n", "\ts3cret"})
    void whatIsInAFileIsInNoMessage(String content) throws IOException {
        String value = "${file:" + file(content) + "}";
        String xml =
                Xml.service(
                        "<Connector port='"
                                + value
                                + "' maxThreads='x'/><Engine defaultHost='"
                                + value
                                + "'><Host name='a'/></Engine>");
        assertThat(Xml.problems(xml))
                .hasSize(3)
                .anyMatch(line -> line.contains("port of Connector is \"" + value + "\", which is"))
                .anyMatch(line -> line.contains("defaultHost of Engine is \"***\", but"))
                .noneMatch(line -> line.contains("s3cret"));
    }
}
