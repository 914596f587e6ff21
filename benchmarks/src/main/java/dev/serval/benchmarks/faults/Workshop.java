package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocketFactory;

/**
 * The directory of a run: the server's jars as they are at its beginning, a key, and a base per
 * server. All of it can be read by every user, as one scenario runs its server as another one. Gone
 * when it is closed.
 */
final class Workshop implements AutoCloseable {
    private final Path directory;
    private final Path home;
    private final String classPath;
    private final SSLSocketFactory clients;
    private final String users;
    private int bases;

    /**
     * @param installation whose jars are copied
     */
    Workshop(Path installation) throws IOException, InterruptedException, GeneralSecurityException {
        Path list = installation.resolve("lib/serval.classpath");
        if (!Files.isRegularFile(list)) {
            throw new IOException(
                    list + " is missing: name an installation, or build this checkout");
        }
        directory = Files.createTempDirectory("serval-faults");
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            home = directory.resolve("home");
            Files.createDirectories(home.resolve("lib"));
            List<Path> jars = new ArrayList<>();
            for (String jar : Files.readAllLines(list)) {
                if (!jar.isBlank()) {
                    jars.add(
                            Files.copy(
                                    installation.resolve("lib/" + jar),
                                    home.resolve("lib/" + jar)));
                }
            }
            classPath = jars.stream().map(Path::toString).collect(Collectors.joining(":"));
            Path conf = Files.createDirectories(home.resolve("conf"));
            for (String file : List.of("web.xml", "logback.xml")) {
                Files.copy(
                        installation.resolve("conf/" + file),
                        conf.resolve(file),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            Keys.make(conf.resolve("key.p12"));
            Files.setPosixFilePermissions(
                    conf.resolve("key.p12"), PosixFilePermissions.fromString("rw-r--r--"));
            clients = Keys.clients();
            users = Users.file();
        } catch (IOException | InterruptedException | GeneralSecurityException e) {
            close();
            throw e;
        }
    }

    Path home() {
        return home;
    }

    String classPath() {
        return classPath;
    }

    SSLSocketFactory clients() {
        return clients;
    }

    /** A new base with its configuration and its applications. */
    Path base(FaultPlan plan, Wire wire, int plainPort, int tlsPort) throws IOException {
        Path base = directory.resolve("base-" + ++bases);
        for (String name : List.of("conf", "logs", "temp", "work", "webapps")) {
            Files.createDirectories(base.resolve(name));
        }
        Files.writeString(
                base.resolve("conf/server.xml"),
                FaultServerXml.of(
                        plan, wire, plainPort, tlsPort, home.resolve("conf/key.p12").toString()));
        Files.writeString(base.resolve("conf/users.xml"), users);
        FaultApplications applications = new FaultApplications(base.resolve("webapps"));
        applications.write("ROOT");
        applications.write("uncached");
        for (String name : plan.applications()) {
            applications.write(name);
        }
        return base;
    }

    /** Deletes it; what a server still writes at that moment is tried once more. */
    @Override
    public void close() {
        for (int i = 0; i < 3 && Files.exists(directory); i++) {
            try {
                delete(directory);
            } catch (IOException e) {
                System.err.println(directory + " is not deleted yet: " + e);
            }
        }
    }

    /** With all that is in it. */
    static void delete(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE; // Somebody else was faster.
                        }
                        throw e;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path directory, IOException e)
                            throws IOException {
                        Files.deleteIfExists(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
