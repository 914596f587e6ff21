package dev.serval.container;

import dev.serval.operations.ApplicationName;
import dev.serval.operations.DeployRequest;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.webapp.AppName;
import dev.serval.webapp.WarFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one application in the directories of its host, as an operator changes them. Used by
 * one thread. A copy is written under a name that no scan takes for an application, and moved to
 * its place at once when it is complete.
 */
final class AppBaseFiles {
    private static final String WAR = ".war";
    private static final String XML = ".xml";
    private static final String PART = ".part";
    // Prefixes of files and directories that become those of an application, and of replaced ones:
    // no scan takes them for an application.
    private static final String COMING = ".deploying-";
    private static final String GOING = ".replaced-";

    private static final Pattern LEFT =
            Pattern.compile("\\.deploying-\\d+(\\.part)?|\\.replaced-\\d+");
    private static final Logger LOG = LoggerFactory.getLogger(AppBaseFiles.class);

    private final ApplicationName name;
    private final Path appBase;
    private final Path descriptors;
    private final Path tags;

    private AppBaseFiles(ApplicationName name, HostPaths places) {
        this.name = name;
        this.appBase = places.appBase();
        this.descriptors = places.descriptors();
        this.tags = places.tags();
    }

    /**
     * @throws OperationRefused if the name cannot be one of the host
     */
    static AppBaseFiles of(ApplicationName name, HostPaths places) throws OperationRefused {
        Path appBase = places.appBase();
        if (appBase == null) {
            throw new OperationRefused(Reason.NOT_DEPLOYED, name.display());
        }
        inside(appBase, name.base());
        if (name.path().indexOf('#') >= 0) {
            // The name would denote another path.
            throw new OperationRefused(Reason.NOT_DEPLOYED, name.display());
        }
        AppName known = AppName.of(name.base());
        boolean same =
                known != null
                        && known.path().equals(name.path())
                        && known.version().equals(name.version());
        boolean plain = name.base().chars().noneMatch(c -> c < ' ' || c == 127 || c == '\\');
        // A name that no scan takes for an application is refused.
        if (!same || !plain || AppName.isHidden(name.base())) {
            throw new OperationRefused(Reason.BAD_PATH, name.display());
        }
        return new AppBaseFiles(name, places);
    }

    /**
     * Removes the files of a copy whose process was killed, and puts back an application that was
     * being replaced. Called before the start.
     */
    static void clean(HostPaths places) {
        for (Path directory : new Path[] {places.appBase(), places.descriptors()}) {
            if (directory == null || !Files.isDirectory(directory)) {
                continue;
            }
            try (DirectoryStream<Path> left =
                    Files.newDirectoryStream(directory, AppBaseFiles::isLeft)) {
                for (Path each : left) {
                    putBack(each, directory);
                    WarFiles.remove(each);
                }
            } catch (IOException | DirectoryIteratorException e) {
                LOG.warn(
                        "SRV-0550 What a killed process has left in {} could not be removed: {}",
                        directory,
                        e.toString());
            }
        }
    }

    private static boolean isLeft(Path file) {
        return LEFT.matcher(file.getFileName().toString()).matches();
    }

    private static void putBack(Path left, Path appBase) throws IOException {
        if (!left.getFileName().toString().startsWith(GOING)) {
            return;
        }
        try (DirectoryStream<Path> replaced = Files.newDirectoryStream(left)) {
            for (Path each : replaced) {
                Path place = appBase.resolve(each.getFileName());
                if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(each, place);
                }
            }
        }
    }

    /** The file of a name in a directory; a name that leads out of the directory is refused. */
    private static Path inside(Path directory, String name) throws OperationRefused {
        try {
            Path file = directory.resolve(name).normalize();
            if (directory.normalize().equals(file.getParent())) {
                return file;
            }
            throw new OperationRefused(Reason.OUTSIDE, file.toString(), directory.toString());
        } catch (InvalidPathException e) {
            throw new OperationRefused(Reason.BAD_PATH, name);
        }
    }

    /**
     * Puts the files of a request in their places.
     *
     * @param served whether the application is served now: then an upload that cannot be read is
     *     refused
     */
    void put(DeployRequest request, boolean served) throws OperationRefused, IOException {
        if (request.config() != null) {
            copyDescriptor(local(request.config()));
        }
        if (request.upload() != null) {
            upload(request.upload(), request.tag(), served);
        } else if (request.tag() != null) {
            Path kept = tagged(request.tag());
            if (!Files.isRegularFile(kept)) {
                // Tomcat's message: Tomcat removes the deployed application first.
                throw Files.exists(war())
                        ? new OperationRefused(Reason.NOT_COPIED, kept.toString(), war().toString())
                        : new OperationRefused(Reason.NOT_REMOVED, war().toString());
            }
            copyWar(kept);
        } else if (request.war() != null) {
            copy(local(request.war()));
        }
    }

    private Path war() {
        return appBase.resolve(name.base() + WAR);
    }

    private Path directory() {
        return appBase.resolve(name.base());
    }

    private Path descriptor() {
        return descriptors == null ? null : descriptors.resolve(name.base() + XML);
    }

    private Path tagged(String tag) throws OperationRefused {
        if (tag.isBlank() || tag.startsWith(".")) {
            throw new OperationRefused(
                    Reason.OUTSIDE, tags.resolve(tag).normalize().toString(), tags.toString());
        }
        return inside(tags, tag).resolve(name.base() + WAR);
    }

    private void upload(InputStream body, String tag, boolean served)
            throws OperationRefused, IOException {
        Path kept = tag == null ? null : tagged(tag);
        Path part = Files.createTempFile(appBase, COMING, PART);
        try {
            Files.copy(body, part, StandardCopyOption.REPLACE_EXISTING);
            if (served) {
                requireWar(part);
            }
            if (kept != null) {
                Files.createDirectories(kept.getParent());
                Files.copy(part, kept, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(part, war(), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void requireWar(Path file) throws OperationRefused {
        try {
            WarFiles.open(file).close();
        } catch (IOException | RuntimeException e) {
            throw new OperationRefused(
                    Reason.NOT_DEPLOYED,
                    name.display(),
                    new IOException("this is no WAR that can be served: " + e.getMessage(), e));
        }
    }

    /** A file of this machine: a path, or a URL with the scheme file. */
    private Path local(String given) throws OperationRefused {
        String path = given;
        if (path.startsWith("jar:") && path.endsWith("!/")) {
            path = path.substring("jar:".length(), path.length() - "!/".length());
        }
        if (path.startsWith("file:")) {
            path = path.substring("file:".length()).replaceFirst("^//+", "/");
        }
        try {
            Path file = Path.of(path);
            return file.isAbsolute() ? file.normalize() : appBase.resolve(file).normalize();
        } catch (InvalidPathException e) {
            throw new OperationRefused(Reason.NOT_COPIED, given, war().toString());
        }
    }

    private void copyDescriptor(Path source) throws OperationRefused, IOException {
        Path target = descriptor();
        if (target == null || !Files.isRegularFile(source)) {
            throw new OperationRefused(
                    Reason.NOT_COPIED, source.toString(), String.valueOf(target));
        }
        try {
            Files.createDirectories(descriptors);
        } catch (IOException e) {
            throw new OperationRefused(Reason.NOT_MADE, descriptors.toString(), e);
        }
        if (!source.equals(target)) {
            replace(source, target);
        }
    }

    private void copy(Path source) throws OperationRefused, IOException {
        boolean war = source.toString().toLowerCase(Locale.ROOT).endsWith(WAR);
        if (source.equals(war()) || source.equals(directory())) {
            return; // it is there already
        }
        if (Files.isDirectory(source)) {
            copyDirectory(source);
        } else if (war && Files.isRegularFile(source)) {
            copyWar(source);
        } else {
            throw new OperationRefused(
                    Reason.NOT_COPIED, source.toString(), (war ? war() : directory()).toString());
        }
    }

    private void copyWar(Path source) throws OperationRefused, IOException {
        requireWar(source);
        replace(source, war());
    }

    private static void replace(Path source, Path target) throws IOException {
        Path part = Files.createTempFile(target.getParent(), COMING, PART);
        try {
            Files.copy(source, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void copyDirectory(Path source) throws OperationRefused, IOException {
        if (appBase.startsWith(source) || source.startsWith(appBase)) {
            throw new OperationRefused(
                    Reason.NOT_COPIED, source.toString(), directory().toString());
        }
        Path part = Files.createTempDirectory(appBase, COMING);
        Path before = Files.createTempDirectory(appBase, GOING);
        try {
            copyTree(source, part);
            if (Files.exists(directory(), LinkOption.NOFOLLOW_LINKS)) {
                Files.move(directory(), before.resolve(name.base()));
            }
            Files.move(part, directory(), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            putBack(before, appBase); // where the new one could not take its place
            WarFiles.remove(part);
            WarFiles.remove(before);
        }
    }

    /** Links are not followed: their targets would be served. */
    private static void copyTree(Path source, Path target) throws IOException {
        Files.walkFileTree(
                source,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) throws IOException {
                        Files.createDirectories(target.resolve(source.relativize(directory)));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        if (!attributes.isRegularFile()) {
                            throw new IOException(file + " is a link or no file; it is not copied");
                        }
                        Files.copy(file, target.resolve(source.relativize(file)));
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /**
     * Removes the WAR, the directory and the descriptor; links are removed, never followed.
     *
     * @throws OperationRefused that names the first file that cannot be removed
     */
    void remove() throws OperationRefused {
        for (Path file : new Path[] {war(), directory(), descriptor()}) {
            if (file != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                WarFiles.remove(file);
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw new OperationRefused(Reason.NOT_REMOVED, file.toString());
                }
            }
        }
    }
}
