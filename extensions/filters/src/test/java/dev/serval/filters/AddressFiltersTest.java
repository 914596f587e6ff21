package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may come in by its address: to servlets and to files. */
class AddressFiltersTest {
    private static final String LOCAL = "127\\.0\\.0\\.1|0:0:0:0:0:0:0:1|::1";

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "RemoteAddrFilter, " + LOCAL + ", , 200",
        "RemoteAddrFilter, 1\\.2\\.3\\.4, , 403",
        "RemoteAddrFilter, 127, , 403",
        "RemoteAddrFilter, , " + LOCAL + ", 403",
        "RemoteAddrFilter, , 1\\.2\\.3\\.4, 200",
        "RemoteAddrFilter, " + LOCAL + ", " + LOCAL + ", 403",
        "RemoteHostFilter, .*, , 200",
        "RemoteHostFilter, .*\\.example, , 403",
        "RemoteCIDRFilter, '127.0.0.0/8, ::1', , 200",
        "RemoteCIDRFilter, 10.0.0.0/8, , 403",
        "RemoteCIDRFilter, , '127.0.0.1,::1', 403",
        "RemoteCIDRFilter, , 10.0.0.0/8, 200",
        "RemoteCIDRFilter, '127.0.0.0/8,::/0', '127.0.0.0/8,::1/128', 403"
    })
    void lets(String filter, String allow, String deny, int status) throws Exception {
        String name = allow == null ? "deny" : "allow";
        String value = allow == null ? deny : allow;
        boolean both = allow != null && deny != null;
        try (Filtered app =
                both
                        ? Filtered.by(directory, type(filter), "allow", allow, "deny", deny)
                        : Filtered.by(directory, type(filter), name, value)) {
            assertThat(app.get("/echo").statusCode()).isEqualTo(status);
            assertThat(app.get("/page.html").statusCode()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({"RemoteAddrFilter", "RemoteHostFilter"})
    void answersWithTheStatusThatIsGiven(String filter) throws Exception {
        try (Filtered app =
                Filtered.by(directory, type(filter), "allow", "none", "denyStatus", "404")) {
            assertThat(app.get("/echo").statusCode()).isEqualTo(404);
        }
    }

    private static Class<? extends Filter> type(String name) throws ClassNotFoundException {
        return Class.forName(AddressFiltersTest.class.getPackageName() + "." + name)
                .asSubclass(Filter.class);
    }
}
