package dev.serval.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server as it is downloaded, started by its own script. Stateless; a base is one of them. */
public enum InstalledServer {
    SERVAL {
        @Override
        Path archive(Path made) throws IOException {
            Path target = made.resolve("../../../target").normalize();
            try (Stream<Path> files = Files.list(target)) {
                return files.filter(f -> f.getFileName().toString().matches("serval-.*\\.tar\\.gz"))
                        .findFirst()
                        .orElseThrow(
                                () -> new IOException("no archive in " + target + ": mvn package"));
            }
        }

        @Override
        List<String> command(Path base) {
            return List.of(base.resolve("bin/serval.sh").toString(), "run");
        }

        @Override
        void settle(Path base) throws InterruptedException {
            // The archive of classes is made beside a server that runs on.
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (archives(base) == 0 && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }

        @Override
        void fill(Path home, Path base) throws IOException {
            Files.createDirectories(base.resolve("webapps")); // the rest is that of the home
        }

        private long archives(Path base) {
            try (Stream<Path> files = Files.list(base.resolve("work/cds"))) {
                return files.filter(f -> f.getFileName().toString().startsWith("serval-java"))
                        .count();
            } catch (IOException e) {
                return 0; // not there yet
            }
        }
    },
    TOMCAT {
        @Override
        Path archive(Path made) {
            return made;
        }

        @Override
        List<String> command(Path base) {
            return List.of(base.resolve("bin/catalina.sh").toString(), "run");
        }

        @Override
        void settle(Path base) {}

        @Override
        void fill(Path home, Path base) throws IOException, InterruptedException {
            for (String directory : List.of("logs", "temp", "webapps", "work")) {
                Files.createDirectories(base.resolve(directory));
            }
            call("cp", "-a", home.resolve("conf").toString(), base.toString());
        }
    };

    /**
     * @param millis from the start of its script to the end of the first answer
     */
    record Start(double millis, String answer) {
        /** What the client shows, without what differs from one session to the next. */
        String body() {
            return answer.substring(answer.indexOf("\r\n\r\n") + 4)
                    .replaceAll("(?i);jsessionid=[^\"'?#]*", "")
                    .replaceAll("(?m)^[0-9a-f]+\r$", "")
                    .replaceAll("value=\"[-:0-9]+\"", "")
                    .strip();
        }
    }

    /** Where it comes from: an archive, or a directory that holds it. */
    abstract Path archive(Path made) throws IOException;

    abstract List<String> command(Path base);

    /** Waits for what a first start leaves for the next one. */
    abstract void settle(Path base) throws InterruptedException;

    /** Makes a directory a base of its own of an installation, without applications. */
    abstract void fill(Path home, Path base) throws IOException, InterruptedException;

    /** A fresh base with one application, or none. */
    public void unpack(Path base, Path made, Path war) throws IOException, InterruptedException {
        Files.createDirectories(base);
        if (this == SERVAL) {
            call(
                    "tar",
                    "-xzf",
                    archive(made).toString(),
                    "-C",
                    base.toString(),
                    "--strip-components=1");
        } else {
            try (Stream<Path> found = Files.list(archive(made))) {
                Path home =
                        found.filter(f -> f.getFileName().toString().startsWith("apache-tomcat"))
                                .findFirst()
                                .orElseThrow();
                call("cp", "-a", home + "/.", base.toString());
            }
            Path xml = base.resolve("conf/server.xml");
            Files.writeString(
                    xml,
                    Files.readString(xml)
                            .replace("port=\"8005\"", "port=\"-1\"")
                            .replace(
                                    "port=\"8080\"",
                                    "port=\"${benchmark.port}\" address=\"127.0.0.1\""));
        }
        delete(base.resolve("webapps"));
        Files.createDirectories(base.resolve("webapps"));
        if (war != null) {
            Files.copy(war, base.resolve("webapps/" + war.getFileName()));
        }
    }

    private static void call(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
    }

    /** Starts it, asks for the start page, and stops it. */
    Start start(Path base, String application, boolean settle)
            throws IOException, InterruptedException {
        String path = application.isEmpty() ? "/" : "/" + application + "/";
        try (InstalledProcess process = run(base, path, application.isEmpty() ? "" : " 200 ")) {
            if (settle) {
                settle(base);
            }
            return process.start();
        }
    }

    /** Starts it on a base that has never been used, without applications, and stops it. */
    Start startOfNewBase(Path home, Path base) throws IOException, InterruptedException {
        fill(home, Files.createDirectories(base));
        try (InstalledProcess process = new InstalledProcess(this, home, base, "/", "")) {
            return process.start();
        }
    }

    /**
     * Starts it, and asks until it answers.
     *
     * @param status that the answer has to have, between blanks; empty for any
     */
    public InstalledProcess run(Path base, String path, String status)
            throws IOException, InterruptedException {
        return new InstalledProcess(this, base, base, path, status);
    }

    /** With all that is in it; nothing when it is not there. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> walk = Files.walk(directory)) {
            walk.sorted(Comparator.reverseOrder())
                    .forEach(
                            file -> {
                                try {
                                    Files.deleteIfExists(file);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
        }
    }
}
