package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.serval.config.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Files of users that are none. */
class UserDatabaseTest {
    private static final String BEFORE = "<tomcat-users><user username='a' password='b'/>";

    @TempDir Path temp;

    /** What the log says meanwhile. */
    private static List<String> logged(Runnable reading) {
        Logger logger = (Logger) LoggerFactory.getLogger(UserDatabase.class);
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
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
                logged(() -> assertThat(new UserDatabase(file).get().size()).isEqualTo(users));
        assertThat(logged).hasSize(1);
        return Stream.concat(
                        logged.stream(),
                        UserFileCheck.of(file, "users").stream().map(Problem::toString))
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
    void whatIsWrongAfterAChangeIsTold() throws IOException {
        Path file = temp.resolve("users.xml");
        Files.writeString(file, BEFORE + "<usr/></tomcat-users>");
        UserDatabase database = new UserDatabase(file);
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
                        "users:2:20: SRV-0546 the password of user a is no whole hash as"
                                + " bin/serval.sh digest prints it: the user cannot log in");
    }

    @Test
    void aDeviceIsNotRead() {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device));
        assertThat(said(device, 0))
                .hasSize(2)
                .allMatch(line -> line.contains("it is no regular file"));
    }
}
