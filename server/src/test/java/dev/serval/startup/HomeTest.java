package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
    @TempDir Path temporary;
    private Path home;
    private Path base;

    @BeforeEach
    void directories() throws IOException {
        home = Files.createDirectories(temporary.resolve("home"));
        base = Files.createDirectories(temporary.resolve("base"));
    }

    private static Home resolve(Map<String, String> properties) {
        return Home.resolve(properties::get);
    }

    @Test
    void theBaseIsTheHomeUnlessItIsNamed() {
        assertThat(resolve(Map.of("serval.home", home.toString()))).isEqualTo(new Home(home, home));
    }

    @Test
    void tomcatsNamesCountWhereOursAreMissing() {
        Map<String, String> properties =
                Map.of("serval.home", home.toString(), "catalina.base", base.toString());
        assertThat(resolve(properties)).isEqualTo(new Home(home, base));
    }

    @Test
    void aMissingDirectoryIsNamed() {
        assertThatThrownBy(() -> resolve(Map.of("serval.home", temporary.resolve("x").toString())))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("serval.home is " + temporary.resolve("x"));
    }

    @Test
    void aBaseWithoutConfUsesThatOfTheHome() throws IOException {
        Home both = new Home(home, base);
        assertThat(both.serverXml()).isEqualTo(home.resolve("conf/server.xml"));
        Files.createDirectories(base.resolve("conf"));
        assertThat(both.serverXml()).isEqualTo(base.resolve("conf/server.xml"));
    }

    @Test
    void aDirectoryThatCannotBeMadeIsSaid() throws IOException {
        Files.writeString(base.resolve("logs"), "in the way");
        assertThatThrownBy(() -> new Home(home, base).createDirectories())
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(base.resolve("logs").toString());
    }
}
