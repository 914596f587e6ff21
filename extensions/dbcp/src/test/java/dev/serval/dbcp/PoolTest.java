package dev.serval.dbcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.serval.extension.ResourceElement;
import dev.serval.settings.Location;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool without a driver says so, and no password (CWE-532). */
class PoolTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:oracle:thin:scott/s3cr3t@db:1521:XE",
                "jdbc:mysql://db/x?password=a,s3cr3t"
            })
    void anUrlThatNoDriverTakesIsShownWithoutItsPassword(String url) throws SQLException {
        ResourceElement element =
                new ResourceElement(
                        "db", null, Location.NONE, Map.of("url", url), getClass().getClassLoader());
        try (Pool pool = new Pool(element)) {
            pool.setUrl(url);
            StringWriter trace = new StringWriter();
            Throwable thrown = catchThrowable(pool::getConnection);
            thrown.printStackTrace(new PrintWriter(trace, true));
            assertThat(trace.toString()).contains("SRV-0675").doesNotContain("s3cr3t");
        }
    }
}
