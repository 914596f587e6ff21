package dev.serval.startup;

import dev.serval.container.Server;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The archive in {@code work/cds} of the base with the server's classes and those that its
 * applications have loaded, from which the JVM of a later start takes them. Used by one thread. Its
 * name identifies the Java, the jars and the place for which it is; {@code bin/jvm.sh} chooses one.
 */
final class ClassArchive {
    /**
     * Set by the script where this base can have an archive: {@code on:FILE}, or {@code use:FILE}
     * to make none. FILE is the archive of this start; it may be empty.
     */
    static final String PROPERTY = "serval.cds";

    /**
     * The list of the classes that {@link Training} loads besides the server's, in the directory of
     * the archive and in that of the training.
     */
    static final String APPLICATIONS = "applications";

    private static final int DELAY_MILLIS = 1000;
    private static final Duration ABANDONED = Duration.ofMinutes(5);
    private static final int LAST_LINES = 10;
    private static final boolean AOT = Runtime.version().feature() >= 25;
    private static final String PREFIX = "serval-java" + Runtime.version().feature() + "-";

    /** Makes the process outlive the server, but end before the server where memory is short. */
    private static final String GENTLY =
            "trap '' HUP INT; [ ! -w /proc/self/oom_score_adj ]"
                    + " || echo 1000 >/proc/self/oom_score_adj; exec nice -n 19 \"$@\"";

    private final Path home;
    private final Path directory;
    private final Path list; // of ApplicationClasses; missing while no application has a jar

    ClassArchive(Home home) {
        this.home = home.home();
        this.directory = home.base().resolve("work/cds");
        this.list = directory.resolve(APPLICATIONS);
    }

    /** The archive that the script has given to the JVM, for the log. */
    static String given() {
        String file = System.getProperty("serval.archive");
        if (file != null) {
            return file;
        }
        return System.getProperty(PROPERTY, "").startsWith("on:")
                ? "none yet; the next start may have one"
                : "none";
    }

    /**
     * Once the server runs: makes an archive in the background if this start had none, or one of
     * other jars.
     *
     * @param server with its applications
     */
    void afterStart(Server server) {
        String[] said = System.getProperty(PROPERTY, "").split(":", 2);
        if (said.length < 2) {
            return;
        }
        Timer timer = new Timer("class archive", true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        renew(
                                said[0].equals("on"),
                                said[1].isEmpty() ? null : Path.of(said[1]),
                                server);
                        timer.cancel();
                    }
                },
                DELAY_MILLIS);
    }

    private void renew(boolean make, Path used, Server server) {
        try {
            String libraries = ApplicationClasses.libraries(server.contexts());
            if (used != null) {
                String name = used.getFileName().toString();
                boolean fits = name.startsWith(name() + "-");
                if (name.equals(name(libraries))) {
                    deleteOthers(used);
                    return;
                }
                if (fits && isEnough(libraries, server)) {
                    return;
                }
                // The JVM has rejected an archive of other jars of the server, too.
                if (!fits && used.startsWith(directory)) {
                    Files.deleteIfExists(used);
                }
            }
            if (make) {
                keep(libraries, server);
                makeBeside();
            }
        } catch (IOException | UncheckedIOException e) {
            // Starts work without it; "serval.sh cds" reports the reason.
        }
    }

    /** Not while one of them is in use: the JVM opens it again when an agent redefines a class. */
    private void deleteOthers(Path used) throws IOException {
        if (used.startsWith(directory)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, PREFIX + "*")) {
                for (Path other : all) {
                    if (!other.equals(used)) {
                        Files.delete(other);
                    }
                }
            }
        }
    }

    /**
     * Whether an archive with other libraries is enough: if no application has libraries, or one
     * has failed, whose libraries are not seen.
     */
    private static boolean isEnough(String libraries, Server server) {
        return libraries.isEmpty()
                || server.applications().stream()
                        .anyMatch(each -> each.state() == ApplicationState.FAILED);
    }

    private void keep(String libraries, Server server) throws IOException {
        if (libraries.isEmpty()) {
            Files.deleteIfExists(list);
        } else {
            ApplicationClasses.of(server.contexts()).write(list);
        }
    }

    /** Starts another process, since the JVM writes the archive at its end. */
    private void makeBeside() throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", GENTLY, "sh"));
        command.addAll(
                java(
                        "cds",
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-Dserval.base=" + directory.getParent().getParent()));
        new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectInput(new File("/dev/null"))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
    }

    /**
     * Makes the archive: a server of its own in {@code work/cds/training} starts, answers a few
     * requests and ends. At most one at a time.
     *
     * @return what was done, for people
     */
    String make() throws InterruptedException {
        Path training = directory.resolve("training");
        try {
            if (Files.exists(training)
                    && Files.getLastModifiedTime(training)
                            .toInstant()
                            .isBefore(Instant.now().minus(ABANDONED))) {
                delete(training);
            }
            createPrivately(training);
        } catch (FileAlreadyExistsException e) {
            throw new StartFailure("No archive was made: another process makes one in " + training);
        } catch (IOException e) {
            throw new StartFailure("No archive was made in " + directory + ": " + e);
        }
        try {
            ApplicationClasses classes = ApplicationClasses.read(list);
            Path better = classes.isWhole() ? null : newestThatFits();
            if (better != null) {
                return "Kept "
                        + better
                        + ", which may have the classes of WARs; these are unpacked only while a"
                        + " server runs.";
            }
            String name = name(classes.libraries());
            try {
                return "Made " + train(training, classes, name);
            } catch (StartFailure e) {
                // A training whose applications have changed meanwhile must not count as theirs.
                if (classes.size() == 0 || !name.equals(name(classes.libraries()))) {
                    throw e;
                }
                // Under the same name: another try would fail again, at each start.
                delete(training);
                createPrivately(training);
                return "Made " + train(training, ApplicationClasses.NONE, name);
            }
        } catch (IOException e) {
            throw new StartFailure("No archive was made in " + directory + ": " + e);
        } finally {
            delete(training);
        }
    }

    /** An archive with the server's present classes; null if there is none. */
    private Path newestThatFits() throws IOException {
        String fits = name() + "-*";
        Path newest = null;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, fits)) {
            for (Path each : all) {
                if (newest == null
                        || Files.getLastModifiedTime(each)
                                        .compareTo(Files.getLastModifiedTime(newest))
                                > 0) {
                    newest = each;
                }
            }
        }
        return newest;
    }

    /** A user who can write there while the archive is made could replace classes. */
    private static void createPrivately(Path training) throws IOException {
        Files.createDirectory(
                training,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private Path train(Path training, ApplicationClasses classes, String name)
            throws IOException, InterruptedException {
        // A server may write another list meanwhile, and may take away what is in this one.
        classes.write(training.resolve(APPLICATIONS));
        Path archive = training.resolve("archive");
        Path out = training.resolve("out");
        List<String> command =
                java(
                        "train",
                        AOT ? "-Xlog:aot=off,cds=off" : "-Xlog:cds=off,cds+dynamic=off",
                        (AOT ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive,
                        "-Xmx256m",
                        "-Dserval.logback=" + training.resolve("logback.xml"),
                        "-Djava.io.tmpdir=" + training,
                        "-Dserval.pid=" + training.resolve("pid"),
                        "-Dserval.base=" + training);
        int code =
                new ProcessBuilder(command)
                        .redirectInput(new File("/dev/null"))
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start()
                        .waitFor();
        if (code != 0 || !Files.exists(archive) || Files.size(archive) == 0) {
            List<String> lines = Files.readAllLines(out, StandardCharsets.ISO_8859_1);
            lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())
                    .forEach(System.err::println);
            throw new StartFailure("No archive was made in " + directory + ".");
        }
        // The JVM makes it read-only.
        try (FileChannel written = FileChannel.open(archive, StandardOpenOption.READ)) {
            written.force(true);
        }
        // The server's own classes are no secret.
        Files.setPosixFilePermissions(
                archive,
                PosixFilePermissions.fromString(classes.size() == 0 ? "r--r--r--" : "r--------"));
        if (classes.size() > 0 && !name.equals(name(classes.libraries()))) {
            throw new StartFailure("No archive was made: applications have changed meanwhile.");
        }
        Path made = directory.resolve(name);
        Files.move(archive, made, StandardCopyOption.ATOMIC_MOVE);
        return made;
    }

    /** The command line of a JVM with the options that the scripts give to every one. */
    private List<String> java(String command, String... options) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of(options));
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (option.startsWith("--add-opens=")) {
                words.add(option);
            }
        }
        words.add("-Dserval.home=" + home);
        words.add("-classpath");
        words.add(String.join(":", jars().stream().map(Path::toString).toList()));
        words.add(Main.class.getName());
        words.add(command);
        return words;
    }

    /** The server's own jars. */
    private List<Path> jars() throws IOException {
        Path lib = home.resolve("lib");
        return Files.readAllLines(lib.resolve("serval.classpath")).stream()
                .filter(name -> !name.isEmpty())
                .map(lib::resolve)
                .toList();
    }

    private String name(String libraries) throws IOException {
        return name() + "-" + sum(libraries) + (AOT ? ".aot" : ".jsa");
    }

    /**
     * What the names of all archives with these classes of the server begin with. Times in seconds,
     * as the JVM compares them: those of an image of a container have no more.
     */
    private String name() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String property : List.of("java.home", "java.vm.vendor", "java.vm.version")) {
            text.append(System.getProperty(property)).append('\n');
        }
        for (Path jar : jars()) {
            text.append(jar).append(' ').append(Files.size(jar)).append(' ');
            text.append(Files.getLastModifiedTime(jar).to(TimeUnit.SECONDS)).append('\n');
        }
        return PREFIX + sum(text.toString());
    }

    private static long sum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    private static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            // Remaining files are removed when they are old, or are reported then.
        }
    }
}
