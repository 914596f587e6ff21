package dev.serval.webapp;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The descriptors that apply to every application: {@code conf/web.xml} and {@code web.xml.default}
 * of a host. Thread-safe. Files are read once, and again when they have changed.
 */
public final class DefaultDescriptors {
    /** No file: only the built-in defaults. */
    public static final DefaultDescriptors NONE = new DefaultDescriptors(Map.of(), false);

    private final Map<String, Path> files;
    private final List<String> order;
    private final boolean pages;
    private Map<String, FileTime> seen;
    private WebXml xml = WebXml.empty("defaults");
    private List<Problem> problems = List.of();

    private DefaultDescriptors(Map<String, Path> files, boolean pages) {
        this.files = files;
        this.pages = pages;
        this.order = List.copyOf(files.keySet());
    }

    /**
     * @param files from the weakest to the strongest; the key is the file's name in messages
     * @param pages whether the server executes pages
     */
    public static DefaultDescriptors of(Map<String, Path> files, boolean pages) {
        return new DefaultDescriptors(new LinkedHashMap<>(files), pages);
    }

    /** Whether the server executes the pages of applications that bring no engine. */
    boolean haveEngine() {
        return pages;
    }

    /**
     * Reads the files again if one has changed.
     *
     * @return their problems, empty if none has changed; with errors, every application that is
     *     read has them too
     */
    public synchronized List<Problem> refresh() {
        Map<String, FileTime> now = new TreeMap<>();
        for (String shown : order) {
            try {
                now.put(shown, Files.getLastModifiedTime(files.get(shown)));
            } catch (IOException e) {
                // Without a time it is not there.
            }
        }
        if (Objects.equals(now, seen)) {
            return List.of();
        }
        seen = now;
        Problems found = new Problems();
        WebXml read = WebXml.empty("defaults");
        for (String shown : order) {
            if (now.containsKey(shown)) {
                read = over(read(files.get(shown), shown, found), read, found);
            }
        }
        if (pages) {
            found.pagesAreExecuted();
        }
        xml = read;
        problems = found.all;
        return List.copyOf(problems);
    }

    private static WebXml over(WebXml upper, WebXml lower, Problems problems) {
        if (upper == null) {
            return lower;
        }
        Merge merge = new Merge(upper, problems);
        merge.defaults(lower);
        return merge.result();
    }

    private static WebXml read(Path file, String shown, Problems problems) {
        try {
            return WebXmlReader.webXml(LimitedFile.read(file, LimitedFile.LARGE), shown, problems);
        } catch (IOException e) {
            problems.error(WebXmlReader.whole(shown), "cannot be read: " + e);
            return null;
        }
    }

    synchronized WebXml xml() {
        refresh();
        return xml;
    }

    /** The problems that keep applications from being served. */
    synchronized List<Problem> errors() {
        List<Problem> errors = new ArrayList<>(problems);
        errors.removeIf(problem -> problem.severity() != Problem.Severity.ERROR);
        return errors;
    }
}
