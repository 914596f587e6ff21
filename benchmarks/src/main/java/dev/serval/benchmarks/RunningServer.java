package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A contender as a process of its own, until it is closed. */
final class RunningServer implements AutoCloseable {
    private static final int CLOCK_TICKS_PER_SECOND = 100;

    private final Process process;
    private final int port;

    private RunningServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static RunningServer start(Contender contender, Site site)
            throws IOException, InterruptedException {
        return contender.isJava() ? java(contender, site) : notJava(contender, site);
    }

    private static RunningServer java(Contender contender, Site site) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xms256m",
                                "-Xmx256m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                JavaServer.class.getName(),
                                contender.name(),
                                site.documents().toString(),
                                site.work().toString(),
                                Boolean.toString(site.log())));
        if (site.tls() != null) {
            command.addAll(List.of(site.tls().protocol(), site.tls().keystore().toString()));
        }
        Process process =
                new ProcessBuilder(command)
                        .redirectError(site.work().resolve(contender + ".err").toFile())
                        .start();
        BufferedReader reader = process.inputReader();
        String line = reader.readLine();
        if (line == null) {
            throw new IOException(
                    contender
                            + " did not start: "
                            + Files.readString(site.work().resolve(contender + ".err")));
        }
        return new RunningServer(process, Integer.parseInt(line.strip()));
    }

    private static RunningServer notJava(Contender contender, Site site)
            throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path errors = site.work().resolve(contender + ".err");
        Process process =
                new ProcessBuilder(NativeServer.command(contender, site, port))
                        .redirectErrorStream(true)
                        .redirectOutput(errors.toFile())
                        .start();
        for (int i = 0; i < 200 && process.isAlive(); i++) {
            try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return new RunningServer(process, probe.getPort());
            } catch (IOException e) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        process.destroy();
        throw new IOException(contender + " did not start: " + Files.readString(errors));
    }

    int port() {
        return port;
    }

    /** User and system time of the process and those that it has started, microseconds. */
    double cpuMicros() throws IOException {
        long ticks = 0;
        for (long pid :
                Stream.concat(Stream.of(process.toHandle()), process.descendants())
                        .mapToLong(ProcessHandle::pid)
                        .toArray()) {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }
        return ticks * 1e6 / CLOCK_TICKS_PER_SECOND;
    }

    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
