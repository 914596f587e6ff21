package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A contender as a process of its own, until it is closed. Owned by the driver's thread. */
final class RunningServer implements AutoCloseable {
    private final Contender contender;
    private final Process process;
    private final int port;
    // What httpd passes requests on to; null for all others.
    private final RunningServer behind;
    // Of those that are Java.
    private final BufferedReader said;
    private final OutputStream orders;

    private RunningServer(
            Contender contender,
            Process process,
            int port,
            RunningServer behind,
            BufferedReader said) {
        this.contender = contender;
        this.process = process;
        this.port = port;
        this.behind = behind;
        this.said = said;
        this.orders = process.getOutputStream();
    }

    /**
     * @param jvm the JVM's program and its options, for those that have one
     * @param classPath the entries that {@link ClassPath} takes those of the JVM from
     */
    static RunningServer start(
            Contender contender, Site site, List<String> jvm, List<String> classPath)
            throws IOException, InterruptedException {
        if (contender.isJava()) {
            return java(contender, site, jvm, classPath, false);
        }
        RunningServer behind =
                contender.behind() == null
                        ? null
                        : java(contender.behind(), plain(site), jvm, classPath, contender.ajp());
        return notJava(contender, site, behind);
    }

    /** TLS and the log end at the server in front. */
    private static Site plain(Site site) {
        return new Site(
                site.documents(),
                site.work(),
                false,
                null,
                site.threads(),
                site.applications(),
                site.webSocket());
    }

    private static RunningServer java(
            Contender contender, Site site, List<String> jvm, List<String> classPath, boolean ajp)
            throws IOException {
        List<String> command = new ArrayList<>(jvm);
        if (ajp) {
            command.add("-D" + JavaServer.AJP + "=true");
        }
        if (site.webSocket()) {
            // No argument: pairs starts servers of other checkouts, which know theirs alone.
            command.add("-D" + JavaServer.WEB_SOCKET + "=true");
        }
        command.addAll(
                List.of(
                        "-cp",
                        ClassPath.of(contender, classPath, site.webSocket()),
                        JavaServer.class.getName(),
                        contender.name(),
                        site.documents().toString(),
                        site.work().toString(),
                        Boolean.toString(site.log()),
                        Integer.toString(site.threads()),
                        Integer.toString(site.applications())));
        if (site.tls() != null) {
            command.add(site.tls().kind().name());
        }
        Path errors = site.work().resolve(contender.name() + ".err");
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        BufferedReader said = process.inputReader();
        String line = said.readLine();
        if (line == null) {
            throw new IOException(contender + " did not start: " + lastLines(errors));
        }
        return new RunningServer(contender, process, Integer.parseInt(line.strip()), null, said);
    }

    private static RunningServer notJava(Contender contender, Site site, RunningServer behind)
            throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path errors = site.work().resolve(contender.name() + ".err");
        // Asked to end, httpd ends its process group: without one of its own, this driver as well.
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(
                NativeServer.command(contender, site, port, behind == null ? 0 : behind.port));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(errors.toFile())
                        .start();
        RunningServer server = new RunningServer(contender, process, port, behind, null);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (System.nanoTime() < deadline && process.isAlive()) {
            try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return server;
            } catch (IOException e) {
                TimeUnit.MILLISECONDS.sleep(2); // Not there yet.
            }
        }
        server.close();
        throw new IOException(contender + " did not start: " + lastLines(errors));
    }

    private static String lastLines(Path file) throws IOException {
        String text = Files.readString(file).strip();
        return text.substring(Math.max(0, text.length() - 1000));
    }

    Contender contender() {
        return contender;
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return process.isAlive() && (behind == null || behind.isAlive());
    }

    /** Bytes used on the heap and in buffers, after a collection; only of those that are Java. */
    long used() throws IOException {
        orders.write('\n');
        orders.flush();
        String answer = said.readLine();
        if (answer == null) {
            throw new IOException(contender + " has ended");
        }
        return Long.parseLong(answer);
    }

    /** User and system time of its processes since their start, microseconds. */
    double cpuMicros() throws IOException {
        return ProcessFigures.cpuMicros(process) + (behind == null ? 0 : behind.cpuMicros());
    }

    /** Forgets the peak of {@link #peakKb}, where the kernel allows it. */
    void forgetPeak() throws IOException {
        Path file = Path.of("/proc/" + process.pid() + "/clear_refs");
        if (contender.isJava() && Files.isWritable(file)) {
            Files.writeString(file, "5");
        }
        if (behind != null) {
            behind.forgetPeak();
        }
    }

    /**
     * Resident memory, KiB: the peak since {@link #forgetPeak} for a single process; for several,
     * what they have now, each page counted once.
     */
    long peakKb() throws IOException {
        return contender.isJava()
                ? ProcessFigures.kib(process.pid(), "status", "VmHWM:")
                : residentKb() + (behind == null ? 0 : behind.peakKb() - behind.residentKb());
    }

    /** Resident memory now, KiB, pages that processes share counted once. */
    long residentKb() throws IOException {
        long sum = behind == null ? 0 : behind.residentKb();
        if (contender.isJava()) {
            return sum + ProcessFigures.kib(process.pid(), "status", "VmRSS:");
        }
        for (long pid : ProcessFigures.pids(process)) {
            sum += ProcessFigures.kib(pid, "smaps_rollup", "Pss:");
        }
        return sum;
    }

    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        // Not by force: httpd may be making processes, which nobody else knows.
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
        if (behind != null) {
            behind.close();
        }
    }
}
