package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.files.Overlay;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code PreResources}, {@code JarResources} and {@code PostResources}. Stateless. */
final class OverlayReader {
    private static final String CLASSES = "org.apache.catalina.webresources.";
    private static final Attribute<Overlay.OverlaySource> CLASS_NAME =
            Attribute.of(
                            "className",
                            Format.choice(
                                    Map.of(
                                            CLASSES + "DirResourceSet",
                                            Overlay.OverlaySource.DIRECTORY,
                                            CLASSES + "FileResourceSet",
                                            Overlay.OverlaySource.FILE,
                                            CLASSES + "JarResourceSet",
                                            Overlay.OverlaySource.ARCHIVE,
                                            CLASSES + "EmptyResourceSet",
                                            Overlay.OverlaySource.EMPTY)),
                            (Overlay.OverlaySource) null,
                            "A directory, a file, a JAR, or nothing.")
                    .needed();
    private static final Attribute<Path> BASE =
            Attribute.of(
                    "base",
                    absolute(),
                    (Path) null,
                    "Where the directory, the file or the JAR is; an application whose base is not"
                            + " there is not served.");
    private static final Attribute<String> INTERNAL_PATH =
            Attribute.of("internalPath", rooted(), "/", "The directory within the base to take.");
    private static final Attribute<String> WEB_APP_MOUNT =
            Attribute.of(
                    "webAppMount", rooted(), "/", "Where in the application its files appear.");
    private static final Attribute<Boolean> ALLOW_LINKING =
            Attribute.of(
                    "allowLinking",
                    Format.bool(),
                    false,
                    "Follow symbolic links that lead out of the directory.");
    private static final Attribute<Boolean> READ_ONLY =
            Attribute.of(
                            "readOnly",
                            Format.bool(),
                            true,
                            "Accepted; nothing is ever written there.")
                    .differs("false", "requests write to the docBase alone");

    private static final Map<String, Overlay.Order> ELEMENTS =
            Map.of(
                    "PreResources", Overlay.Order.PRE,
                    "JarResources", Overlay.Order.JAR,
                    "PostResources", Overlay.Order.POST);

    /** For the reference page. */
    static final AttributeTable TABLE = table("PreResources");

    private OverlayReader() {}

    private static AttributeTable table(String element) {
        return new AttributeTable(
                element,
                "Files over those of the Context, in Resources. JarResources come after the"
                        + " docBase and the JARs of WEB-INF/lib, PostResources after these; they"
                        + " have the same attributes.",
                List.of(CLASS_NAME, BASE, INTERNAL_PATH, WEB_APP_MOUNT, ALLOW_LINKING, READ_ONLY));
    }

    /** The names of the elements. */
    static Set<String> names() {
        return ELEMENTS.keySet();
    }

    /** The order of an element by its name; null for any other. */
    static Overlay.Order order(String element) {
        return ELEMENTS.get(element);
    }

    /** Null if there is an error, which is reported. */
    static Overlay read(XmlElement xml, Overlay.Order order, Reading reading) {
        Values values = AttributeReader.read(table(xml.name), xml, reading);
        OtherElements.reportAll(xml, reading);
        Overlay.OverlaySource kind = values.get(CLASS_NAME);
        if (kind == null) {
            return null; // an error was reported
        }
        if (kind != Overlay.OverlaySource.EMPTY && values.get(BASE) == null) {
            if (!xml.attributes.containsKey("base")) {
                reading.error(xml.at, xml.name + " needs the attribute base");
            }
            return null;
        }
        return new Overlay(
                order,
                kind,
                values.get(BASE),
                values.get(INTERNAL_PATH),
                values.get(WEB_APP_MOUNT),
                values.get(ALLOW_LINKING));
    }

    private static Format<Path> absolute() {
        return new Format<>(
                "absolute path",
                text -> {
                    try {
                        Path path = Path.of(text);
                        if (path.isAbsolute()) {
                            return path;
                        }
                    } catch (InvalidPathException e) {
                        // Reported below.
                    }
                    throw new BadValue("is not an absolute path");
                });
    }

    private static Format<String> rooted() {
        return new Format<>(
                "path",
                text -> {
                    if (!text.startsWith("/")
                            || text.contains("//")
                            || text.contains("/../")
                            || text.endsWith("/..")
                            || text.contains("\\")) {
                        throw new BadValue("is not a path that begins with a slash");
                    }
                    return text;
                });
    }
}
