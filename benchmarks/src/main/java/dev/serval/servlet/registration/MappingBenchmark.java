package dev.serval.servlet.registration;

import dev.serval.servlet.AppContext;
import jakarta.servlet.http.HttpServlet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The servlet for a path, among few patterns and among many, a third of each kind. */
@State(Scope.Thread)
public class MappingBenchmark {
    @Param({"10", "10000"})
    private int patterns;

    private MappingTable table;

    @Setup
    public void setUp() {
        String[] all = new String[patterns];
        all[0] = "/";
        for (int i = 1; i < patterns; i++) {
            all[i] =
                    switch (i % 3) {
                        case 0 -> "/exact/of" + i + "/path";
                        case 1 -> "/prefix/of" + i + "/*";
                        default -> "*.ext" + i;
                    };
        }
        HttpServlet servlet =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;
                };
        AppContext context = AppContext.builder("").servlet("one", servlet, -1, all).build();
        table = MappingTable.of(context.registrations());
    }

    @Benchmark
    public ServletMatch exact() {
        return table.match("/exact/of3/path");
    }

    @Benchmark
    public ServletMatch prefix() {
        return table.match("/prefix/of4/some/path");
    }

    @Benchmark
    public ServletMatch extension() {
        return table.match("/some/longer/path.ext5");
    }

    @Benchmark
    public ServletMatch fallback() {
        return table.match("/some/longer/path.html");
    }
}
