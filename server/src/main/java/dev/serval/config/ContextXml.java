package dev.serval.config;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import dev.serval.config.xml.XmlFile;
import dev.serval.extension.ApplicationConverter.Profile;
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
import java.util.Map;

/**
 * Reads a {@code Context} element in a file of its own: {@code META-INF/context.xml}, {@code
 * conf/engine/host/name.xml}, and the defaults {@code conf/context.xml} and {@code
 * conf/engine/host/context.xml.default}. Stateless, thread-safe.
 */
public final class ContextXml {
    private ContextXml() {}

    /**
     * The result of a file. Immutable.
     *
     * @param config null if there is an error among the problems
     * @param problems in the order of the file
     * @param dataSources the DataSources that the file names, for a check that they exist
     */
    public record Result(
            ContextConfig config, List<Problem> problems, List<DataSourceUse> dataSources) {}

    /**
     * The file of a {@code Context}. Immutable.
     *
     * @param file may be missing if it contains defaults
     * @param shown its name in problems
     */
    public record Source(Path file, String shown) {}

    /**
     * Reads a file; never throws, even if the file is missing or malformed. Its valves are not
     * checked.
     *
     * @param path of the application
     */
    public static Result read(Source source, String path, Extensions extensions) {
        return read(List.of(), source, path, extensions);
    }

    /**
     * Reads the defaults of all applications, then those of one, which take precedence: its
     * attributes replace the defaults, its elements follow theirs.
     *
     * @param defaults may be missing
     * @param own null if there is none
     * @param extensions offered beside those of the server itself
     */
    public static Result read(
            List<Source> defaults, Source own, String path, Extensions extensions) {
        return read(defaults, own, path, extensions, Compatibility.NONE, Map.of());
    }

    /**
     * The same.
     *
     * @param compatibility how far it follows Tomcat
     * @param inherited attributes that apply if no file has them
     */
    public static Result read(
            List<Source> defaults,
            Source own,
            String path,
            Extensions extensions,
            Compatibility compatibility,
            Map<String, String> inherited) {
        Reading reading = reading(extensions).as(compatibility);
        Location none = new Location("context.xml", 0, 0);
        XmlElement all = new XmlElement("Context", none);
        for (Map.Entry<String, String> each : inherited.entrySet()) {
            String name = each.getKey();
            all.attributes.put(name, new XmlElement.Attr(name, each.getValue(), none));
        }
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
        Overrides.apply(all, path, Surroundings.ofProcess(), reading);
        if (reading.failed()) {
            return new Result(null, reading.problems(), List.of());
        }
        if (compatibility.isAdopted()) {
            AdoptedXml.of(all, reading);
        }
        ContextConfig config = ContextReader.descriptor(all, reading, path);
        return new Result(
                reading.failed() ? null : config, reading.problems(), DataSourceUse.in(reading));
    }

    /**
     * What becomes of each element and attribute of a file, in its order. A file that has no {@code
     * Context}, or mistakes in its XML, has one finding as a whole.
     */
    public static List<Finding> findings(
            Source source, Extensions extensions, Compatibility compatibility) {
        Reading reading = reading(extensions).as(compatibility);
        XmlElement root = root(source, reading);
        if (root == null) {
            Problem problem = reading.problems().get(0);
            return List.of(
                    new Finding(problem.at(), "Context", Verdict.UNSUPPORTED, problem.message()));
        }
        AdoptedXml adopted = AdoptedXml.of(root, reading);
        ContextReader.descriptor(root, reading, "");
        return adopted.findings(root);
    }

    private static Reading reading(Extensions extensions) {
        return new Reading(
                new Placeholders(Placeholders.of(System::getProperty, System::getenv)),
                Path.of(""),
                extensions);
    }

    /**
     * How an application is to be converted. Called before its files exist and anything else is
     * read; mistakes are reported later.
     *
     * @param text of a file
     * @return null if the file does not say
     */
    public static Profile conversion(String text) {
        XmlElement root =
                text.contains("jakartaConverter")
                        ? XmlFile.parse(text, "context.xml", problem -> {})
                        : null;
        Profile found = null;
        if (root != null) {
            Reading reading = reading(Extensions.NONE);
            for (XmlElement child : root.children) {
                found =
                        child.name.equals("Loader")
                                ? LoaderReader.read(child, reading).conversion()
                                : found;
            }
        }
        return found;
    }

    /**
     * An element {@code Valve} of a file. Immutable.
     *
     * @param nested whether it is inside of an element other than the {@code Context}
     */
    public record Found(XmlElement xml, boolean nested) {}

    /**
     * All elements {@code Valve} of a file in order, including those in other elements.
     *
     * @throws IOException if the file cannot be read, with its place in the message
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

    /** Whether a Valve of that class is an authenticator. */
    public static boolean isAuthenticator(String className, Extensions extensions) {
        return AuthenticatorConfig.is(className.strip(), extensions);
    }

    /**
     * Whether a Valve of that class, other than an authenticator, is allowed in the file of a
     * {@code Context}.
     *
     * @param whole whether all of the file is read; otherwise only protecting ones are
     */
    public static boolean isKnown(String className, boolean whole, Extensions extensions) {
        return ValveElements.isKnown(className.strip(), whole, extensions);
    }

    /**
     * Only the protecting valves of a file.
     *
     * @throws IOException if there is an error, with its place in the message
     */
    public static List<Factory<Valve>> protecting(Source source, Extensions extensions)
            throws IOException {
        Reading reading = reading(extensions);
        ValveElements read = new ValveElements("Context", reading);
        valves(source).stream().map(Found::xml).filter(read::protects).forEach(read::read);
        for (Problem problem : reading.problems()) {
            if (problem.severity() == Problem.Severity.ERROR) {
                throw new IOException(problem.toString());
            }
        }
        return read.all(Kind.VALVE);
    }

    /** Null if a problem was reported. */
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
