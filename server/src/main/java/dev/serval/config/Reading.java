package dev.serval.config;

import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
import dev.serval.settings.Values;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** One run over one file: its problems so far, and the placeholders. One thread. */
final class Reading {
    private final List<Problem> problems = new ArrayList<>();
    private final SecretFiles secrets;
    private final Placeholders placeholders;
    private final Path base;
    private final Extensions extensions;
    private final Map<Object, Finding> judged = new IdentityHashMap<>();
    private final List<ReadElement> read = new ArrayList<>();
    private Compatibility compatibility = Compatibility.NONE;

    /** An element with the values of its attributes. */
    record ReadElement(XmlElement element, AttributeTable table, Values values) {}

    /** For files without names of files and extensions. */
    Reading(Placeholders placeholders) {
        this(placeholders, Path.of(""), Extensions.NONE);
    }

    /** For files without names of extensions. */
    Reading(Placeholders placeholders, Path base) {
        this(placeholders, base, Extensions.NONE);
    }

    /**
     * @param base the base of relative paths in the file
     * @param extensions offered beside those of the server itself
     */
    Reading(Placeholders placeholders, Path base, Extensions extensions) {
        this.secrets = new SecretFiles(base);
        this.placeholders = placeholders.with(secrets);
        this.base = base;
        this.extensions = extensions;
    }

    /** Sets how far the file follows Tomcat. */
    Reading as(Compatibility other) {
        compatibility = other;
        return this;
    }

    /** How far the file follows Tomcat. */
    Compatibility compatibility() {
        return compatibility;
    }

    /**
     * Records what becomes of an element or an attribute; a later finding replaces an earlier one.
     *
     * @param part an {@link XmlElement}, or one of its attributes
     */
    void judge(Object part, Finding finding) {
        judged.put(part, finding);
    }

    /** The finding for an element or an attribute; null if there is none. */
    Finding judged(Object part) {
        return judged.get(part);
    }

    /** Records that the attributes of an element were read by a table. */
    void read(XmlElement element, AttributeTable table, Values values) {
        read.add(new ReadElement(element, table, values));
    }

    /** The elements that were read by tables, in the order of reading. */
    List<ReadElement> elements() {
        return read;
    }

    /** The extensions, which are offered beside those of the server itself. */
    Extensions extensions() {
        return extensions;
    }

    /** The file that an attribute names, perhaps as {@code file:/...}; null for null. */
    Path path(String text) {
        return text == null
                ? null
                : base.resolve(text.startsWith("file:/") ? URI.create(text).getPath() : text);
    }

    void add(Problem problem) {
        String message = secrets.without(problem.message());
        problems.add(Problem.of(problem.severity(), problem.at(), message));
    }

    void error(Location at, String message) {
        add(Problem.of(Severity.ERROR, at, message));
    }

    void warning(Location at, String message) {
        add(Problem.of(Severity.WARNING, at, message));
    }

    /** The text with its placeholders replaced; throws if one has no value. */
    String resolve(String text) throws BadValue {
        return placeholders.resolve(text);
    }

    /**
     * The same for an attribute; warns when it is in a file that is no secret.
     *
     * @param name its name in messages
     */
    String resolve(XmlElement.Attr attr, String name) throws BadValue {
        String text = resolve(attr.value());
        for (Path file : secrets.open()) {
            warning(
                    attr.at(),
                    name
                            + " is in "
                            + file
                            + ", which all users of this computer can read; chmod o-r changes"
                            + " that");
        }
        return text;
    }

    /** The number of errors so far. */
    int errors() {
        return (int) problems.stream().filter(p -> p.severity() == Severity.ERROR).count();
    }

    boolean failed() {
        return errors() > 0;
    }

    /** In the order of the file. */
    List<Problem> problems() {
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        return List.copyOf(sorted);
    }
}
