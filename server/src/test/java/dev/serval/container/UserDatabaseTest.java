package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.config.UserDatabaseConfig;
import dev.serval.security.UserDatabase;
import dev.serval.security.UserTable;
import dev.serval.security.UserTable.Group;
import dev.serval.security.UserTable.Role;
import dev.serval.security.UserTable.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A UserDatabase that programs change. */
class UserDatabaseTest {
    private static final User BOB = new User("bob", "b", null, Set.of(), Set.of("clerk"));

    @TempDir Path base;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.createDirectories(base.resolve("conf")).resolve("users.xml");
        Files.writeString(
                file,
                "<tomcat-users><role rolename='admin' description='all'/>"
                        + "<group name='staff' roles='clerk, admin'/>"
                        + "<user name='ann' password='a' fullName='Ann' groups='staff'/>"
                        + "</tomcat-users>");
    }

    private UserDatabase database(boolean readonly, boolean watch) {
        UserDatabaseConfig.OfFile config = new UserDatabaseConfig.OfFile("users", readonly, watch);
        return new NamedUsers("Users", config, new UserFile(file, true, watch));
    }

    private UserDatabase writable() {
        return database(false, true);
    }

    @Test
    void theTableIsThatOfTheFile() {
        assertThat(writable().table())
                .isEqualTo(
                        new UserTable(
                                List.of(new Role("admin", "all")),
                                List.of(new Group("staff", null, Set.of("clerk", "admin"))),
                                List.of(new User("ann", "a", "Ann", Set.of("staff"), Set.of()))));
    }

    @Test
    void aChangeIsInTheFileAndCountsAtOnce() throws IOException {
        UserDatabase database = writable();
        database.change(table -> table.with(BOB));
        assertThat(database.users().size()).isEqualTo(2);
        assertThat(database(true, true).table()).isEqualTo(database.table());
        assertThat(database.table().users()).extracting(User::name).containsExactly("ann", "bob");
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void everyCharacterOfANameIsKept() throws IOException {
        User odd =
                new User("<a&\"b'> \t\n\u00e9\ud83d\ude00", "]]>&#10;", " x ", Set.of(), Set.of());
        UserDatabase database = writable();
        database.change(table -> table.with(odd));
        assertThat(database(true, true).table().users()).contains(odd);
    }

    @Test
    void whatNoFileKeepsChangesNothing() throws IOException {
        String before = Files.readString(file);
        UserDatabase database = writable();
        assertThatThrownBy(
                        () ->
                                database.change(
                                        table ->
                                                table.with(
                                                        new User(
                                                                "a\u0001", "x", null, Set.of(),
                                                                Set.of()))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("characters that no file keeps");
        assertThatThrownBy(
                        () ->
                                database.change(
                                        table -> {
                                            throw new IllegalStateException("no");
                                        }))
                .hasMessage("no");
        assertThat(Files.readString(file)).isEqualTo(before);
        assertThat(database.users().size()).isEqualTo(1);
    }

    @Test
    void oneThatIsReadOnlyIsNotChanged() throws IOException {
        String before = Files.readString(file);
        assertThatThrownBy(() -> database(true, true).change(table -> table.with(BOB)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("readonly=\"false\"");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void whatSomebodyElseHasWrittenMeanwhileIsKept() throws IOException {
        UserDatabase database = database(false, false);
        assertThat(database.users().size()).isEqualTo(1);
        Files.writeString(
                file,
                "<tomcat-users><user name='cid' password='c'/><user name='ann' password='x'/>"
                        + "</tomcat-users>");
        assertThat(database.users().size()).as("it is not watched").isEqualTo(1);
        database.change(table -> table.with(BOB));
        assertThat(database.table().users())
                .extracting(User::name)
                .containsExactly("cid", "ann", "bob");
    }

    @Test
    void aFileWithMistakesIsNotReplaced() throws IOException {
        UserDatabase database = writable();
        Files.writeString(file, "<tomcat-users><user name='cid'");
        assertThatThrownBy(() -> database.change(table -> table.with(BOB)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("to be mended first");
        assertThat(Files.readString(file)).endsWith("'cid'");
    }

    @Test
    void oneThatIsMissingIsMadeForItsOwnerAlone() throws IOException {
        Files.delete(file);
        writable().change(table -> table.with(BOB));
        assertThat(writable().users().size()).isEqualTo(1);
        assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void rightsAndLinksStayAsTheyAre() throws IOException {
        assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path real = Files.createDirectory(base.resolve("real")).resolve("users.xml");
        Files.move(file, real);
        Files.createSymbolicLink(file, real);
        writable().change(table -> table.with(BOB));
        assertThat(file).isSymbolicLink();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
                .isEqualTo("rw-r-----");
        assertThat(database(true, true).users().size()).isEqualTo(2);
    }

    @Test
    void whoeverReadsTheFileSeesAWholeOne() throws Exception {
        UserDatabase database = writable();
        AtomicBoolean whole = new AtomicBoolean(true);
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch reading = new CountDownLatch(1);
        Thread reader =
                new Thread(
                        () -> {
                            while (!over.get()) {
                                try {
                                    if (!Files.readString(file).contains("</tomcat-users>")) {
                                        whole.set(false);
                                    }
                                } catch (IOException e) {
                                    whole.set(false);
                                }
                                reading.countDown();
                            }
                        });
        reader.start();
        reading.await();
        for (int i = 0; i < 50; i++) {
            String name = "user" + i;
            database.change(
                    table ->
                            table.with(new User(name, "p".repeat(2000), null, Set.of(), Set.of())));
        }
        over.set(true);
        reader.join();
        assertThat(whole).isTrue();
        assertThat(database.users().size()).isEqualTo(51);
    }
}
