package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
final class RunningServerTest {
    @TempDir Path work;

    /** A driver that starts a server and closes it. */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Path work = Path.of(args[1]);
            Path documents = Files.createDirectories(work.resolve("documents"));
            Site site = new Site(documents, work, false, null, 10, 0, false);
            RunningServer.start(Contender.valueOf(args[0]), site, List.of(), List.of()).close();
            System.out.println("the driver goes on");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTPD_PREFORK", "HTTPD_WORKER", "HTTPD_EVENT", "NGINX"})
    void aServerThatIsClosedEndsAsAWholeButNeitherTheDriverNorItsShell(Contender contender)
            throws Exception {
        String program = NativeServer.program(contender);
        Assumptions.assumeTrue(Programs.find(program).isPresent(), program + " is missing");
        Process shell =
                new ProcessBuilder(
                                "setsid",
                                "sh",
                                "-c",
                                "\"$0\" \"$@\"; echo the shell goes on",
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Driver.class.getName(),
                                contender.name(),
                                work.toString())
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader said = shell.inputReader()) {
            assertThat(said.lines()).containsExactly("the driver goes on", "the shell goes on");
        } finally {
            shell.destroyForcibly();
        }
        for (ProcessHandle ending : itsProcesses()) {
            ending.onExit().get(10, TimeUnit.SECONDS);
        }
        assertThat(itsProcesses()).isEmpty();
    }

    /** Those that were started with a file of this test. */
    private List<ProcessHandle> itsProcesses() {
        return ProcessHandle.allProcesses()
                .filter(one -> one.info().commandLine().orElse("").contains(work.toString()))
                .toList();
    }
}
