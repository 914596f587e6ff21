package dev.serval.startup;

import dev.serval.extension.ExtensionException;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.pages.PageEngine;
import dev.serval.webapp.SharedLoader;
import dev.serval.webapp.WebappClassLoader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code serval.sh jspc}: compiles the pages of an application into it. One thread. Throws
 * StartFailure if it fails.
 */
final class JspcCommand {
    static final String USAGE =
            "Usage: serval.sh jspc WAR|DIRECTORY\n"
                    + "Compiles the JSP pages of an application: their classes go into its"
                    + " WEB-INF/classes, and its\nweb.xml maps them. It runs on servers with the"
                    + " JSP engine of this one, and compiles nothing there.";

    private final Home home;
    private final PrintStream out;

    JspcCommand(Home home, PrintStream out) {
        this.home = home;
        this.out = out;
    }

    /** Returns the exit code: 1 if a page has errors; the other pages are compiled all the same. */
    int run(List<String> words) {
        if (words.size() != 1 || words.get(0).startsWith("-")) {
            if (words.equals(List.of("--help"))) {
                out.println(USAGE);
                return 0;
            }
            throw new StartFailure(USAGE);
        }
        Path application = Path.of(words.get(0)).toAbsolutePath();
        if (!Files.exists(application)) {
            throw new StartFailure("jspc: there is no " + application);
        }
        try (Extensions extensions = Extensions.in(home.base(), home.home())) {
            List<String> problems =
                    Files.isDirectory(application)
                            ? compile(application, extensions)
                            : compileWar(application, extensions);
            problems.forEach(out::println);
            return problems.isEmpty() ? 0 : 1;
        } catch (ExtensionException e) {
            throw new StartFailure(e.getMessage());
        } catch (IOException e) {
            throw new StartFailure("jspc: " + application + " cannot be compiled: " + e);
        }
    }

    private List<String> compile(Path directory, Extensions extensions) throws IOException {
        List<Path> libs = List.of(home.base().resolve("lib"), home.home().resolve("lib"));
        try (SharedLoader shared = SharedLoader.of(libs, List.of(), extensions.api());
                WebappClassLoader loader = new WebappClassLoader(directory, List.of(), shared)) {
            return engine(extensions).compile(directory, loader);
        }
    }

    private static PageEngine engine(Extensions extensions) throws IOException {
        for (Offer<PageEngine> offer : extensions.all(Kind.PAGE_ENGINE)) {
            try {
                return offer.declaration().get().reader().read(null).make(null);
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
        throw new StartFailure("jspc: no extension in " + Extensions.FOLDER + " executes pages");
    }

    /** Compiles the pages of a WAR, which is replaced at the end. */
    private List<String> compileWar(Path war, Extensions extensions) throws IOException {
        Path directory = Files.createTempDirectory("serval-jspc");
        Path changed = war.resolveSibling(war.getFileName() + ".new");
        try {
            try (FileSystem files = FileSystems.newFileSystem(war)) {
                copy(files.getPath("/"), directory);
            }
            List<String> problems = compile(directory, extensions);
            Files.copy(war, changed, StandardCopyOption.REPLACE_EXISTING);
            try (FileSystem files = FileSystems.newFileSystem(changed)) {
                Path within = files.getPath("/WEB-INF");
                Files.createDirectories(within.resolve("classes"));
                copy(directory.resolve("WEB-INF/classes"), within.resolve("classes"));
                Files.copy(
                        directory.resolve("WEB-INF/web.xml"),
                        within.resolve("web.xml"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(changed, war, StandardCopyOption.REPLACE_EXISTING);
            return problems;
        } finally {
            Files.deleteIfExists(changed);
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    /** Names that lead out of the archive are not in its file system. */
    private static void copy(Path from, Path into) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Path target = into.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(
                            each,
                            target,
                            StandardCopyOption.REPLACE_EXISTING,
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }
}
