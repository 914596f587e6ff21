package dev.serval.config;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import dev.serval.config.xml.XmlFile;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a {@code Context} element that stands in a file of its own: {@code META-INF/context.xml},
 * {@code conf/engine/host/name.xml}, and the defaults {@code conf/context.xml} and {@code
 * conf/engine/host/context.xml.default}. Stateless, thread-safe.
 */
public final class ContextXml {
    private ContextXml() {}

    /**
     * What came of a file. Immutable.
     *
     * @param config null when there is an error among the problems
     * @param problems in the order of the file
     */
    public record Result(ContextConfig config, List<Problem> problems) {}

    /**
     * Where a {@code Context} stands. Immutable.
     *
     * @param file may be missing when it holds defaults
     * @param shown how problems call it
     */
    public record Source(Path file, String shown) {}

    /**
     * Reads a file; never throws for what is in it, or for its absence. Its valves are not looked
     * at.
     *
     * @param path where the application answers
     */
    public static Result read(Source source, String path, Extensions extensions) {
        return read(List.of(), source, path, extensions);
    }

    /**
     * Reads what holds for all applications, then what one of them says, which counts more: its
     * attributes replace those of the defaults, its elements follow theirs.
     *
     * @param defaults those that are missing say nothing
     * @param own null when it says nothing
     * @param extensions what may be named beside what the server itself has
     */
    public static Result read(
            List<Source> defaults, Source own, String path, Extensions extensions) {
        Reading reading =
                new Reading(
                        new Placeholders(Placeholders.of(System::getProperty, System::getenv)),
                        Path.of(""),
                        extensions);
        XmlElement all = new XmlElement("Context", new Location("context.xml", 0, 0));
        for (Source source : defaults) {
            XmlElement root = Files.isRegularFile(source.file()) ? root(source, reading) : null;
            if (root != null) {
                notForAll(root, reading);
                add(root, all);
            }
        }
        if (own != null) {
            XmlElement root = root(own, reading);
            if (root != null) {
                XmlElement last = new XmlElement("Context", root.at);
                add(all, last);
                add(root, last);
                all = last;
            }
        }
        if (reading.failed()) {
            return new Result(null, reading.problems());
        }
        ContextConfig config = ContextReader.descriptor(all, reading, path);
        return new Result(reading.failed() ? null : config, reading.problems());
    }

    /**
     * An element {@code Valve} of a file. Immutable.
     *
     * @param nested whether it stands within another element than the {@code Context}
     */
    public record Found(XmlElement xml, boolean nested) {}

    /**
     * All elements {@code Valve} of a file, in its order, also those within others.
     *
     * @throws IOException when the file cannot be read, with its place in the message
     */
    public static List<Found> valves(Source source) throws IOException {
        Reading reading = new Reading(new Placeholders(name -> null));
        XmlElement root =
                XmlFile.read(source.file(), LimitedFile.CONTEXT_XML, source.shown(), reading::add);
        if (root == null) {
            throw new IOException(reading.problems().get(0).toString());
        }
        List<Found> valves = new ArrayList<>();
        valves(root, 0, valves);
        return valves;
    }

    private static void valves(XmlElement in, int level, List<Found> found) {
        if (in.name.equals("Valve")) {
            found.add(new Found(in, level != 1));
        }
        in.children.forEach(child -> valves(child, level + 1, found));
    }

    /** Whether a Valve of that class says how users log in. */
    public static boolean isAuthenticator(String className, Extensions extensions) {
        return AuthenticatorConfig.is(className.strip(), extensions);
    }

    /**
     * Whether a Valve of that class, which is no authenticator, may stand in the file of a {@code
     * Context}.
     *
     * @param whole whether all of the file is read; else what protects
     */
    public static boolean isKnown(String className, boolean whole, Extensions extensions) {
        return ValveElements.isKnown(className.strip(), whole, extensions);
    }

    /**
     * The valves of a file that protect, and nothing else of it.
     *
     * @throws IOException when there is an error, with its place in the message
     */
    public static List<Factory<Valve>> protecting(Source source, Extensions extensions)
            throws IOException {
        Reading reading =
                new Reading(
                        new Placeholders(Placeholders.of(System::getProperty, System::getenv)),
                        Path.of(""),
                        extensions);
        ValveElements read = new ValveElements("Context", reading);
        valves(source).stream().map(Found::xml).filter(read::protects).forEach(read::read);
        for (Problem problem : reading.problems()) {
            if (problem.severity() == Problem.Severity.ERROR) {
                throw new IOException(problem.toString());
            }
        }
        return read.all(Kind.VALVE);
    }

    /** Null when a problem was reported. */
    private static XmlElement root(Source source, Reading reading) {
        XmlElement root =
                XmlFile.read(source.file(), LimitedFile.CONTEXT_XML, source.shown(), reading::add);
        if (root != null && !root.name.equals("Context")) {
            reading.error(root.at, "the root element is " + root.name + ", it should be Context");
            return null;
        }
        return root;
    }

    private static void notForAll(XmlElement root, Reading reading) {
        for (String name : List.of("path", "docBase")) {
            XmlElement.Attr attribute = root.attributes.remove(name);
            if (attribute != null) {
                reading.warning(
                        attribute.at(),
                        name + " of Context has no effect in a file that holds for all");
            }
        }
    }

    private static void add(XmlElement from, XmlElement to) {
        to.attributes.putAll(from.attributes);
        to.children.addAll(from.children);
    }
}
