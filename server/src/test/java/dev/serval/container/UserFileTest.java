package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.config.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Files of users that are none. */
class UserFileTest {
    private static final String BEFORE = "<tomcat-users><user username='a' password='b'/>";

    @TempDir Path temp;

    /** What the log says meanwhile. */
    private static List<String> logged(Runnable reading) {
        Logger logger = (Logger) LoggerFactory.getLogger(UserFile.class);
        LoggedEvents appender = new LoggedEvents();
        logger.addAppender(appender);
        try {
            reading.run();
        } finally {
            logger.detachAppender(appender);
        }
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** What the log says when the file is read, and then the check of the configuration. */
    private static List<String> said(Path file, int users) {
        List<String> logged =
                logged(
                        () ->
                                assertThat(new UserFile(file, true, true).get().size())
                                        .isEqualTo(users));
        assertThat(logged).hasSize(1);
        return Stream.concat(
                        logged.stream(),
                        UserFileCheck.of(file, "users", false).stream().map(Problem::toString))
                .toList();
    }

    private Path blanks(int length) throws IOException {
        return Files.writeString(
                temp.resolve("users.xml"),
                BEFORE + " ".repeat(length - BEFORE.length() - 15) + "</tomcat-users>");
    }

    @Test
    void oneOfSixteenMebibytesIsRead() throws IOException {
        Path file = blanks(16 << 20);
        assertThat(said(file, 1)).containsExactly("SRV-0541 1 users in " + file);
    }

    @Test
    void aLongerOneIsNot() throws IOException {
        assertThat(said(blanks((16 << 20) + 1), 0))
                .hasSize(2)
                .allMatch(line -> line.contains("users.xml has more than 16777216 bytes, the"));
    }

    @Test
    void anotherFileInItsPlaceIsReadThoughItHasItsTimeAndSize() throws IOException {
        Path file = Files.writeString(temp.resolve("users.xml"), BEFORE + "</tomcat-users>");
        UserFile database = new UserFile(file, true, true);
        assertThat(logged(database::get)).hasSize(1);
        assertThat(logged(database::look)).isEmpty();

        Path other = temp.resolve("other.xml");
        Files.writeString(other, BEFORE.replace("'b'", "'c'") + "</tomcat-users>");
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        assertThat(logged(database::look)).containsExactly("SRV-0541 1 users in " + file);
    }

    @Test
    void whatIsWrongAfterAChangeIsTold() throws IOException {
        Path file = temp.resolve("users.xml");
        Files.writeString(file, BEFORE + "<usr/></tomcat-users>");
        UserFile database = new UserFile(file, true, true);
        assertThat(logged(database::get)).containsExactly("SRV-0541 1 users in " + file);

        Files.writeString(file, BEFORE + "\n  <user username='c' pasword='d'/></tomcat-users>");
        assertThat(logged(database::look))
                .containsExactly(
                        "SRV-0541 2 users in " + file,
                        "SRV-0545 " + file + ":2:3: user c has no password and cannot log in",
                        "SRV-0545 "
                                + file
                                + ":2:22: user has no attribute pasword (did you mean password?);"
                                + " it is ignored");
        assertThat(logged(database::look)).isEmpty();
    }

    @Test
    void aHashThatWasCutIsTold() throws IOException {
        Path file = temp.resolve("users.xml");
        Files.writeString(
                file,
                "<tomcat-users>\n<user username='a' password='$pbkdf2-sha256$i=1$QQ'/>"
                        + "</tomcat-users>");
        assertThat(said(file, 1))
                .endsWith(
                        "users:2:20: SRV-0546 the password of user a is not a complete"
                                + " hash as printed by bin/serval.sh digest: the user cannot log in");
    }

    private static List<String> told(Path file, boolean hashes) {
        return UserFileCheck.of(file, "users", hashes).stream().map(Problem::toString).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5f4dcc3b5aa765d61d8327deb882cf99",
                "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8",
                "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                "0a1b2c3d$1$5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                "$20000$5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8",
                "{SSHA}Zm9vYmFyZm9vYmFyZm9vYmFy"
            })
    void aHashOfTomcatIsToldWhereNothingTakesIt(String hash) throws IOException {
        Path file = temp.resolve("users.xml");
        Files.writeString(
                file,
                "<tomcat-users>\n<user username='a' password='%s'/></tomcat-users>"
                        .formatted(hash));
        assertThat(told(file, false))
                .singleElement()
                .asString()
                .startsWith("users:2:20: SRV-0547 the password of user a ")
                .contains("<CredentialHandler className=\"", "bin/serval.sh digest");
        assertThat(told(file, true)).isEmpty();

        UserFile database = new UserFile(file, false, true);
        assertThat(logged(database::get)).hasSize(2).anyMatch(line -> line.contains("SRV-0547"));
        database = new UserFile(file, false, true);
        database.takesHashes();
        assertThat(logged(database::get)).containsExactly("SRV-0541 1 users in " + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "deadbeef", "5f4dcc3b5aa765d61d8327deb882cf9", "pay$1$me"})
    void aPlainPasswordIsNone(String password) throws IOException {
        Path file = temp.resolve("users.xml");
        Files.writeString(
                file,
                "<tomcat-users><user username='a' password='%s'/></tomcat-users>"
                        .formatted(password));
        assertThat(told(file, false)).isEmpty();
    }

    @Test
    void aDeviceIsNotRead() {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device));
        assertThat(said(device, 0))
                .hasSize(2)
                .allMatch(line -> line.contains("it is not a regular file"));
    }
}
