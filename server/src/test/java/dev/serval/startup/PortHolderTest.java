package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortHolderTest {
    private static final String LINE =
            "   0: 0100007F:1F90 00000000:0000 %s 00000000:00000000 00:00000000 00000000 0 0 4711 1";

    @ParameterizedTest
    @CsvSource({"0A,8080,4711", "0A,8081,", "01,8080,"})
    void findsTheListenerOfAPort(String state, int port, String inode) {
        assertThat(PortHolder.listener(String.format(LINE, state), port)).isEqualTo(inode);
    }

    @Test
    void theTitleOfTheTableIsNoListener() {
        assertThat(PortHolder.listener("  sl  local_address rem_address   st tx_queue", 8080))
                .isNull();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesTheProcess() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            assertThat(PortHolder.of(socket.getLocalPort()))
                    .contains("(PID " + ProcessHandle.current().pid() + ")");
        }
    }

    @Test
    void aFreePortHasNoHolder() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThat(PortHolder.of(port)).isNull();
    }
}
