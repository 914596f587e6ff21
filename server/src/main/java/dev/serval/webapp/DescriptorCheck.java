package dev.serval.webapp;

import dev.serval.config.Location;
import dev.serval.config.Problem;
import dev.serval.config.Problem.Severity;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * Reads the descriptors of one application as its deployment does, and of its classes those that
 * descriptors name: what annotations say is not known. One thread. Loads, unpacks and writes
 * nothing.
 */
public final class DescriptorCheck {
    private static final String FRAGMENT = "META-INF/web-fragment.xml";

    private final Path docBase;
    private final String shown;
    private final Path webXml;
    private final ClassLoader parent;
    private final Problems problems = new Problems();

    private DescriptorCheck(Path docBase, String shown, Path webXml, ClassLoader parent) {
        this.docBase = docBase;
        this.shown = shown;
        this.webXml = webXml;
        this.parent = parent;
    }

    /**
     * What is wrong in them, file by file.
     *
     * @param docBase the directory of the application, or the root of its WAR opened as a file
     *     system
     * @param shown how problems call it, before the name of a file in it
     * @param webXml what counts in place of WEB-INF/web.xml; null for nothing
     * @param parent what all applications see; null when classes are not to be looked at, since
     *     there may be others than those in the application
     * @param defaults what holds for all applications; its own problems are not among the result
     */
    public static List<Problem> of(
            Path docBase,
            String shown,
            Path webXml,
            ClassLoader parent,
            DefaultDescriptors defaults) {
        DescriptorCheck check = new DescriptorCheck(docBase, shown, webXml, parent);
        try {
            check.read(defaults);
        } catch (IOException e) {
            check.problems.error(new Location(shown, 0, 0), "cannot be read: " + e);
        }
        return List.copyOf(check.problems.all);
    }

    private void read(DefaultDescriptors defaults) throws IOException {
        WebXml tomcat = descriptor("WEB-INF/tomcat-web.xml");
        WebXml own =
                webXml == null
                        ? descriptor("WEB-INF/web.xml")
                        : descriptor(webXml, webXml.toString());
        WebXml main = tomcat != null ? tomcat : own != null ? own : WebXml.empty(shown);
        boolean complete = main.metadataComplete() || own != null && own.metadataComplete();
        List<Fragment> everything = fragments(complete);
        if (problems.failed()) {
            return;
        }
        List<Fragment> fragments = FragmentOrder.of(own != null ? own : main, everything, problems);
        Problems together = new Problems();
        Merge merge = new Merge(main, together);
        if (tomcat != null && own != null) {
            merge.defaults(own);
        }
        if (!complete) {
            fragments.forEach(fragment -> merge.fragment(fragment.xml()));
        }
        if (parent != null) {
            List<Path> jars = everything.stream().map(each -> each.archive().path()).toList();
            StoredClasses classes = new StoredClasses(docBase, jars, parent);
            new ClassCheck(merge.result(), classes, problems).look(docBase, shown, !jars.isEmpty());
        }
        merge.defaults(defaults.xml());
        Contribution.check(merge.result(), together);
        for (Problem problem : together.all) {
            if (complete) {
                problems.all.add(problem);
            } else if (problem.message().contains("did you mean")) {
                // An annotation may define it; a name that is nearly another one is a mistake.
                String message = problem.message() + "; unless an annotation defines it";
                Location at = new Location(problem.file(), problem.line(), problem.column());
                problems.all.add(Problem.of(Severity.WARNING, at, message));
            }
        }
    }

    /** Null when it is not there, or has an error. */
    private WebXml descriptor(String name) throws IOException {
        return descriptor(docBase.resolve(name), shown + "/" + name);
    }

    private WebXml descriptor(Path file, String name) throws IOException {
        return Files.isRegularFile(file)
                ? WebXmlReader.webXml(Files.readAllBytes(file), name, problems)
                : null;
    }

    private List<Fragment> fragments(boolean complete) throws IOException {
        List<Path> jars = new ArrayList<>();
        Path lib = docBase.resolve("WEB-INF/lib");
        if (Files.isDirectory(lib)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(lib, "*.jar")) {
                stream.forEach(jars::add);
            }
        }
        jars.sort(null);
        List<Fragment> fragments = new ArrayList<>();
        for (Path jar : jars) {
            String name = shown + "/WEB-INF/lib/" + jar.getFileName();
            WebXml xml = null;
            try {
                byte[] bytes = fragment(jar);
                if (bytes != null && !complete) {
                    xml = WebXmlReader.fragment(bytes, name + "!/" + FRAGMENT, problems);
                }
            } catch (ZipException | EOFException e) {
                problems.error(
                        new Location(name, 0, 0), "is not a complete JAR file: " + e.getMessage());
            } catch (IOException e) {
                problems.error(new Location(name, 0, 0), "cannot be read: " + e.getMessage());
            }
            fragments.add(
                    new Fragment(Archive.jar(jar, name), xml == null ? WebXml.empty(name) : xml));
        }
        return fragments;
    }

    /** As a stream, since the jar may be within a WAR; null when it has none. */
    private static byte[] fragment(Path jar) throws IOException {
        try (InputStream in = Files.newInputStream(jar);
                ZipInputStream zip = new ZipInputStream(in)) {
            ZipEntry entry = zip.getNextEntry();
            if (entry == null) {
                throw new ZipException("it has no entries");
            }
            for (; entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals(FRAGMENT)) {
                    return Archive.bytes(zip, FRAGMENT);
                }
            }
            return null;
        }
    }
}
