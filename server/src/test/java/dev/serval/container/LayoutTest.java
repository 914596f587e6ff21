package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerConfig;
import dev.serval.settings.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutTest {
    private static final String USERS = "conf/tomcat-users.xml";

    @TempDir Path directory;

    private Path users() throws IOException {
        Path home = directory.resolve("home");
        Files.createDirectories(home.resolve("conf"));
        Files.writeString(home.resolve(USERS), "<tomcat-users/>");
        Path base = Files.createDirectories(directory.resolve("base"));
        ServerConfig config = new ServerConfig(Location.NONE, List.of(), List.of());
        return new Layout(home, base, config).resolveEither(USERS);
    }

    @Test
    void theUsersOfTheHomeAreThoseOfABaseWithoutConf() throws IOException {
        assertThat(users()).isEqualTo(directory.resolve("home").resolve(USERS));
    }

    @Test
    void theUsersOfTheHomeAreNotLetInWhereTheBaseHasItsOwnConf() throws IOException {
        Files.createDirectories(directory.resolve("base/conf"));
        assertThat(users()).isEqualTo(directory.resolve("base").resolve(USERS));
    }
}
