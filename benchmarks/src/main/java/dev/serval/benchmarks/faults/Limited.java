package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
        limit(server, hardLimit(server));
    }

    private static String hardLimit(FaultServer server) throws IOException {
        try (Stream<String> limits = Files.lines(Path.of("/proc/" + server.pid() + "/limits"))) {
            return limits.filter(line -> line.startsWith("Max processes"))
                    .map(line -> line.split("\\s{2,}")[2])
                    .findFirst()
                    .orElse("unlimited");
        }
    }

    /** As the server's own user: root in a container may not change another's limits. */
    private static void limit(FaultServer server, String threads)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(FaultServer.AS_USER);
        command.addAll(List.of("prlimit", "--pid=" + server.pid(), "--nproc=" + threads + ":"));
        Process prlimit = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(prlimit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (prlimit.waitFor() != 0) {
            throw new IOException("prlimit: " + said);
        }
    }
}
