package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An application that goes while its WebSockets are open leaves nothing behind. */
@ParameterizedClass
@EnumSource(names = {"BIO", "NIO", "NIO2"})
final class WebSocketLeakTest {
    @Parameter Wire wire;
    @TempDir Path temp;

    @Test
    void itsSessionsEndAndItsClassesGo() throws Exception {
        AppDirectory app = SocketApp.in(new AppDirectory(temp, "app")).webXml("");
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try (ServerLog log = new ServerLog();
                Serval server =
                        Serval.onPort(0)
                                .connector(unchanged -> new Settings().config(wire))
                                .start()) {
            for (int i = 0; i < 3; i++) {
                server.deploy("/app", app.root());
                loaders.add(new WeakReference<>(server.servletContext("/app").getClassLoader()));
                try (SocketClient echo = SocketClient.open(wire, server, "/app/echo");
                        SocketClient client = SocketClient.open(wire, server, "/app/calling")) {
                    client.say("ws://localhost:" + server.port() + "/app/echo");
                    assertThat(client.next()).isEqualTo("heard by true");
                    assertThat(server.undeploy("/app")).isTrue();
                    assertThat(echo.next()).startsWith("closed 1001");
                    assertThat(client.next()).startsWith("closed 1001");
                }
            }
            Collected.await("the class loaders", loaders);
            assertThat(log.about("/app")).noneMatch(line -> line.startsWith("SRV-"));
        }
    }
}
