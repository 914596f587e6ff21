package dev.serval.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    @ParameterizedTest
    @CsvSource({
        "conectionTimeout, connectionTimeout",
        "ConnectionTimeOut, connectionTimeout",
        "timeoutConnection,",
        "prot, port",
        "pr0t, port",
        "x,",
        "maxKeepAliveRequest, maxKeepAliveRequests",
    })
    void findsWhatWasMeant(String typed, String expected) {
        List<String> known = List.of("connectionTimeout", "port", "maxKeepAliveRequests");
        assertThat(NearestName.of(typed, known)).isEqualTo(expected);
    }
}
