package dev.serval.extension;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The directory of extensions: each is a jar, or a directory of jars. Stateless. */
final class ExtensionFolder {
    private ExtensionFolder() {}

    /** An extension with the loader of its classes. */
    record Loaded(Extension extension, ExtensionLoader loader) {}

    /** By name; empty if the directory is missing. */
    static List<Loaded> read(Path folder) throws ExtensionException {
        List<Loaded> found = new ArrayList<>();
        for (Path part : members(folder, Files.isDirectory(folder))) {
            boolean directory = Files.isDirectory(part);
            if (directory || part.toString().endsWith(".jar")) {
                found.addAll(extension(part, directory ? jars(part) : List.of(part)));
            }
        }
        return found;
    }

    private static List<Path> jars(Path directory) throws ExtensionException {
        return members(directory, true).stream()
                .filter(p -> p.toString().endsWith(".jar"))
                .toList();
    }

    private static List<Path> members(Path directory, boolean exists) throws ExtensionException {
        List<Path> members = new ArrayList<>();
        if (exists) {
            requireOurs(directory);
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
                all.forEach(members::add);
            } catch (IOException e) {
                throw failure(directory, "cannot be read", e);
            }
        }
        Collections.sort(members);
        return members;
    }

    private static List<Loaded> extension(Path part, List<Path> jars) throws ExtensionException {
        ExtensionLoader loader = loader(part, jars);
        List<Loaded> found = new ArrayList<>();
        try {
            for (Extension extension : ServiceLoader.load(Extension.class, loader)) {
                found.add(new Loaded(extension, loader));
            }
        } catch (ServiceConfigurationError | LinkageError e) {
            throw failure(part, "cannot be loaded", e);
        }
        if (found.isEmpty()) {
            throw failure(
                    part,
                    "is not an extension: it names no class in META-INF/services/"
                            + Extension.class.getName(),
                    null);
        }
        return found;
    }

    private static ExtensionLoader loader(Path part, List<Path> jars) throws ExtensionException {
        URL[] urls = new URL[jars.size()];
        List<JarFile> files = new ArrayList<>();
        try {
            for (Path jar : jars) {
                requireOurs(jar);
                JarFile file = ExtensionLoader.open(jar);
                files.add(file);
                requireNoneElsewhere(jar, file.getManifest());
                // An exclamation mark would end the jar's part of the URL.
                urls[files.size() - 1] = new URL(jar.toUri().toString().replace("!", "%21"));
            }
            return new ExtensionLoader(part.getFileName().toString(), files, urls);
        } catch (IOException e) {
            closeAll(files);
            throw failure(jars.get(files.size()), "is not a complete JAR file", e);
        } catch (ExtensionException e) {
            closeAll(files);
            throw e;
        }
    }

    private static void closeAll(List<JarFile> files) {
        for (JarFile file : files) {
            try {
                file.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
    }

    /**
     * Its code runs as the server, so only users who may change the server itself may change a jar
     * of an extension, or the directory that contains it.
     */
    private static void requireOurs(Path file) throws ExtensionException {
        try {
            Path real = file.toRealPath();
            boolean directory = Files.isDirectory(real);
            for (Path each : directory ? List.of(real) : List.of(real, real.getParent())) {
                Set<String> others = writers(each);
                others.removeAll(writers(server()));
                others.remove("root");
                others.remove(System.getProperty("user.name"));
                if (!others.isEmpty()) {
                    throw new ExtensionException(
                            "SRV-0853 The extension "
                                    + each
                                    + " can be changed by "
                                    + String.join(" and ", others)
                                    + " on this machine: remove that permission (chmod go-w, or"
                                    + " chown)",
                            null);
                }
            }
        } catch (UnsupportedOperationException e) {
            // A file system without such permissions.
        } catch (IOException e) {
            throw failure(file, "cannot be read", e);
        }
    }

    /** The users who may change a file, as text. */
    private static Set<String> writers(Path file) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
        Set<String> writers = new TreeSet<>();
        writers.add(attributes.owner().getName());
        if (attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)) {
            writers.add("the group " + attributes.group().getName());
        }
        if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            writers.add("everybody");
        }
        return writers;
    }

    /** The server's jar. */
    private static Path server() throws IOException {
        URL jar = ExtensionFolder.class.getProtectionDomain().getCodeSource().getLocation();
        try {
            return Path.of(jar.toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** The jars in a manifest are loaded, too: only checked jars are allowed there. */
    private static void requireNoneElsewhere(Path jar, Manifest manifest)
            throws ExtensionException {
        String names =
                manifest == null ? null : manifest.getMainAttributes().getValue("Class-Path");
        for (String name : names == null ? new String[0] : names.strip().split("\\s+")) {
            if (!name.matches("[^/\\\\:%]*\\.jar|")) {
                throw failure(
                        jar,
                        "names " + name + " in the Class-Path of its manifest, which is elsewhere",
                        null);
            }
        }
    }

    static ExtensionException failure(Path part, String what, Throwable cause) {
        Throwable reason = cause != null && cause.getCause() != null ? cause.getCause() : cause;
        return new ExtensionException(
                "SRV-0852 The extension "
                        + part
                        + " "
                        + what
                        + (reason == null ? "" : ": " + reason)
                        + "; the server does not start without it: repair or remove it",
                cause);
    }
}
