package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** No more threads than a process has at this moment, by {@code prlimit}. Stateless. */
final class Limited {
    private Limited() {}

    /** Why threads cannot be limited here; null if they can. */
    static String obstacle() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "only root can start a server as another user, and the limit does not bind root";
        }
        for (String program : List.of("setpriv", "prlimit", "chown")) {
            if (!Files.isExecutable(Path.of("/usr/bin", program))
                    && !Files.isExecutable(Path.of("/bin", program))) {
                return "there is no " + program;
            }
        }
        return null;
    }

    /** The system gives it none from here on. */
    static void noMore(FaultServer server) throws IOException, InterruptedException {
        limit(server, Long.toString(server.figures().threads()));
    }

    static void lift(FaultServer server) throws IOException, InterruptedException {
        limit(server, "unlimited");
    }

    private static void limit(FaultServer server, String threads)
            throws IOException, InterruptedException {
        Process prlimit =
                new ProcessBuilder(
                                "prlimit",
                                "--pid=" + server.pid(),
                                "--nproc=" + threads + ":unlimited")
                        .redirectErrorStream(true)
                        .start();
        String said = new String(prlimit.getInputStream().readAllBytes());
        if (prlimit.waitFor() != 0) {
            throw new IOException("prlimit: " + said);
        }
    }
}
