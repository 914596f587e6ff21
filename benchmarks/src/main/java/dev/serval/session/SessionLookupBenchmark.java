package dev.serval.session;

import dev.serval.servlet.AppContext;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** A session found, used and let go, among 10,000; by one thread, by four, and by four the same. */
@State(Scope.Benchmark)
public class SessionLookupBenchmark {
    private static final int COUNT = 10_000;

    private final Sessions sessions =
            new Sessions(
                    AppContext.builder("").build().servletContext(),
                    () -> SessionListeners.NONE,
                    false);
    private final String[] ids = new String[COUNT];

    @Setup(Level.Trial)
    public void setUp() {
        for (int i = 0; i < COUNT; i++) {
            Session session = sessions.create(1800, made -> {});
            ids[i] = session.getId();
            session.endAccess();
        }
    }

    @TearDown(Level.Trial)
    public void tearDown() {
        sessions.close();
    }

    @Benchmark
    public Session oneThread() {
        return use(ids[ThreadLocalRandom.current().nextInt(COUNT)]);
    }

    @Benchmark
    @Threads(4)
    public Session fourThreads() {
        return use(ids[ThreadLocalRandom.current().nextInt(COUNT)]);
    }

    @Benchmark
    @Threads(4)
    public Session fourThreadsOneSession() {
        return use(ids[0]);
    }

    private Session use(String id) {
        Session session = sessions.find(id);
        session.endAccess();
        return session;
    }
}
