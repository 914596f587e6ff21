package dev.serval.extension;

import dev.serval.classpath.ClassPathPart;
import dev.serval.classpath.JarPart;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The directory of extensions: each is a jar, or a directory of jars. Used by one thread. */
final class ExtensionFolder {
    private static final String SEVERAL =
            " (an extension of several jars is a directory with them; a Class-Path in a manifest is"
                    + " not followed)";

    private final OwnFiles own = new OwnFiles();

    private ExtensionFolder() {}

    /** An extension with the loader of its classes. */
    record Loaded(Extension extension, ExtensionLoader loader, Path part) {}

    /** By name; empty if the directory is missing. */
    static List<Loaded> read(Path folder) throws ExtensionException {
        return new ExtensionFolder().extensions(folder);
    }

    private List<Loaded> extensions(Path folder) throws ExtensionException {
        List<Loaded> found = new ArrayList<>();
        for (Path part : members(folder, Files.isDirectory(folder))) {
            boolean directory = Files.isDirectory(part);
            if (directory || part.toString().endsWith(".jar")) {
                found.addAll(extension(part, directory ? jars(part) : List.of(part)));
            }
        }
        return found;
    }

    private List<Path> jars(Path directory) throws ExtensionException {
        return members(directory, true).stream()
                .filter(p -> p.toString().endsWith(".jar"))
                .toList();
    }

    private List<Path> members(Path directory, boolean exists) throws ExtensionException {
        List<Path> members = new ArrayList<>();
        if (exists) {
            own.require(directory);
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
                all.forEach(members::add);
            } catch (IOException e) {
                throw failure(directory, "cannot be read", e);
            }
        }
        Collections.sort(members);
        return members;
    }

    private List<Loaded> extension(Path part, List<Path> jars) throws ExtensionException {
        Set<String> names = new LinkedHashSet<>();
        ExtensionLoader loader = loader(part, jars, names);
        List<Loaded> found = new ArrayList<>();
        for (String name : names) {
            found.add(new Loaded(create(part, name, loader), loader, part));
        }
        if (found.isEmpty()) {
            throw failure(
                    part,
                    "is not an extension: no jar of it names a class in "
                            + Providers.FILE
                            + SEVERAL,
                    null);
        }
        return found;
    }

    private static Extension create(Path part, String name, ExtensionLoader loader)
            throws ExtensionException {
        String hint = "";
        Throwable reason;
        try {
            return Class.forName(name, false, loader)
                    .asSubclass(Extension.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            hint = SEVERAL;
            reason = said("it has no class " + name + ", which " + Providers.FILE + " names");
        } catch (ClassCastException e) {
            reason = said(name + " is no " + Extension.class.getName());
        } catch (NoSuchMethodException e) {
            reason = said(name + " has no public constructor without parameters");
        } catch (InvocationTargetException e) {
            hint = e.getCause() instanceof LinkageError ? SEVERAL : "";
            reason = said("the constructor of " + name + " threw " + e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            hint = e instanceof LinkageError ? SEVERAL : "";
            reason = e;
        }
        throw failure(part, "cannot be loaded" + hint, reason);
    }

    private static IllegalStateException said(String reason) {
        return new IllegalStateException(reason);
    }

    /**
     * Jars that name extensions come first: a start reads classes of no others.
     *
     * @param names is filled with the names of the extensions
     */
    private ExtensionLoader loader(Path part, List<Path> jars, Set<String> names)
            throws ExtensionException {
        List<JarPart> opened = new ArrayList<>();
        List<JarPart> searched = new ArrayList<>();
        int naming = 0;
        Path next = part;
        try {
            for (Path jar : jars) {
                next = jar;
                own.require(jar);
                JarPart its = JarPart.openUnchecked(jar);
                opened.add(its);
                Set<String> named = Providers.in(jar);
                names.addAll(named);
                searched.add(named.isEmpty() ? searched.size() : naming++, its);
            }
            return new ExtensionLoader(part.getFileName().toString(), searched);
        } catch (IOException e) {
            ClassPathPart.abandon(opened);
            throw failure(next, "is not a complete JAR file", e);
        } catch (ExtensionException | RuntimeException | Error e) {
            ClassPathPart.abandon(opened);
            throw e;
        }
    }

    static ExtensionException failure(Path part, String what, Throwable cause) {
        Throwable reason = cause != null && cause.getCause() != null ? cause.getCause() : cause;
        return new ExtensionException(
                "SRV-0852 The extension "
                        + part
                        + " "
                        + what
                        + (reason == null ? "" : ": " + text(reason))
                        + "; the server does not start with it: repair or remove it",
                cause);
    }

    /** The message of an exception of the server's own, whose class tells nothing. */
    private static String text(Throwable reason) {
        return reason instanceof IllegalStateException && reason.getMessage() != null
                ? reason.getMessage()
                : reason.toString();
    }
}
