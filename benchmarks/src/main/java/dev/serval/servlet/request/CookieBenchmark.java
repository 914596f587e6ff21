package dev.serval.servlet.request;

import jakarta.servlet.http.Cookie;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Cookies of a request. */
@State(Scope.Thread)
public class CookieBenchmark {
    @Param({"1", "10"})
    private int cookies;

    private List<String> field;

    @Setup
    public void setUp() {
        StringBuilder text =
                new StringBuilder("JSESSIONID=0123456789ABCDEF0123456789ABCDEF01234567");
        for (int i = 1; i < cookies; i++) {
            text.append("; name").append(i).append("=value-of-cookie-").append(i);
        }
        field = List.of(text.toString());
    }

    @Benchmark
    public Cookie[] parse() {
        return CookieText.parse(field, 200, false);
    }
}
