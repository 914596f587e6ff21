package dev.serval.config;

import dev.serval.config.LoaderReader.Loader;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.session.CookieRules;
import dev.serval.session.saved.SessionKeeping;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads {@code Context} and its elements. Stateless. */
final class ContextReader {
    private static final Attribute<String> PATH =
            Attribute.of(
                            "path",
                            path(),
                            null,
                            "Where it answers: empty for the root, else it begins with a slash.")
                    .shown("from docBase");
    private static final Attribute<String> DOC_BASE =
            Attribute.of(
                            "docBase",
                            Format.text(),
                            null,
                            "The directory: absolute, or relative to the appBase of the Host.")
                    .shown("from path");
    private static final Attribute<String> DISPLAY_NAME =
            Attribute.of("displayName", Format.text(), null, "For people.").shown("path");
    private static final Attribute<String> WORK_DIR =
            Attribute.of("workDir", Format.text(), null, "Scratch directory.")
                    .shown("below that of the Host");
    private static final Attribute<String> ALT_DD_NAME =
            Attribute.of(
                    "altDDName",
                    Format.text(),
                    null,
                    "A descriptor that counts in place of WEB-INF/web.xml: absolute, or relative to"
                            + " the base. Without that file the application is not served.");
    private static final Attribute<Pattern> CONTAINER_SCI_FILTER =
            Attribute.of(
                    "containerSciFilter",
                    Format.regex(),
                    null,
                    "Class names, or parts of them, of ServletContainerInitializers of the server"
                            + " and of lib that are not called.");
    private static final Attribute<Boolean> RELOADABLE =
            Attribute.of(
                    "reloadable",
                    Format.bool(),
                    false,
                    "Whether a change in WEB-INF/classes or WEB-INF/lib deploys it anew; for"
                            + " directories of the appBase.");
    private static final Attribute<Integer> UNLOAD_DELAY =
            Attribute.of(
                    "unloadDelay",
                    Format.integer(Unit.MILLISECONDS, 0, Integer.MAX_VALUE),
                    ContextConfig.UNLOAD_DELAY,
                    "How long requests in flight are waited for when the application is"
                            + " replaced or removed.");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Context",
                    "A web application that is not just a directory of the appBase.",
                    all(
                            List.of(
                                    PATH,
                                    DOC_BASE,
                                    DISPLAY_NAME,
                                    WORK_DIR,
                                    ALT_DD_NAME,
                                    CONTAINER_SCI_FILTER,
                                    RELOADABLE,
                                    UNLOAD_DELAY,
                                    ClassNames.only("org.apache.catalina.core.StandardContext")),
                            ContextSettingsTable.ATTRIBUTES));

    private ContextReader() {}

    /** The context, or null if it has neither a path nor a directory. */
    static ContextConfig read(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        Map<String, ContextEntry<String>> parameters = new LinkedHashMap<>();
        Map<String, ContextEntry<Object>> environment = new LinkedHashMap<>();
        ResourcesConfig resources = ResourcesConfig.DEFAULTS;
        RealmConfig realm = null;
        CookieRules cookies = CookieRules.NONE;
        Loader loader = null;
        ValveElements valves = new ValveElements("Context", reading);
        JarScanConfig jarScan = JarScanConfig.DEFAULT;
        Factory<SessionKeeping> manager = null;
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Parameter" -> EntryReader.parameter(child, parameters, reading);
                case "Environment" -> EntryReader.environment(child, environment, reading);
                case "Resources" -> resources = ResourcesReader.read(child, reading);
                case "Valve" -> valves.read(child);
                case "CookieProcessor" -> cookies = CookieProcessorReader.read(child, reading);
                case "Loader" -> loader = LoaderReader.read(child, reading);
                case "JarScanner" -> jarScan = JarScannerReader.read(child, reading);
                case "Realm" -> realm = RealmConfig.read(child, realm, reading);
                case "Manager" -> manager = ManagerElement.read(child, manager, reading);
                case "Listener" -> NamedClasses.listener(child, reading);
                case "WatchedResource" -> unwatched(child, reading);
                default -> {
                    if (!ResourceReader.read(child, environment, reading)) {
                        OtherElements.report(xml, child, reading);
                    }
                }
            }
        }
        String docBase = values.get(DOC_BASE);
        // path="" is the root, and an empty value counts as not given everywhere else
        boolean root = xml.raw("path") != null && xml.raw("path").isBlank();
        String path = root ? "" : values.get(PATH);
        if (path == null && docBase == null) {
            reading.error(xml.at, "Context needs the attribute path or docBase");
            return null;
        }
        if (path == null) {
            path = ContextNames.path(fileName(docBase));
            if (!ContextNames.isPath(path)) {
                reading.error(
                        xml.at,
                        "Context needs the attribute path, because none follows from docBase \""
                                + docBase
                                + "\"");
            }
        }
        return new ContextConfig(
                xml.at,
                path,
                docBase == null ? ContextNames.directory(path) : docBase,
                values.get(DISPLAY_NAME),
                values.get(WORK_DIR),
                parameters,
                environment,
                resources,
                UnaryOperator.identity(),
                List.of(),
                List.of(),
                false,
                List.of(),
                values.get(RELOADABLE),
                values.get(UNLOAD_DELAY),
                ContextSettingsTable.read(values, cookies, delegate(loader)),
                realm,
                valves.authenticator(),
                values.get(ALT_DD_NAME),
                loading(loader, values),
                valves.all(Kind.VALVE),
                jarScan,
                List.of(),
                manager);
    }

    /**
     * A descriptor beside server.xml or in an application: its path follows from its name. Its
     * valves are checked at the deployment.
     */
    static ContextConfig descriptor(XmlElement xml, Reading reading, String appPath) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        Map<String, ContextEntry<String>> parameters = new LinkedHashMap<>();
        Map<String, ContextEntry<Object>> environment = new LinkedHashMap<>();
        ResourcesConfig resources = ResourcesConfig.DEFAULTS;
        RealmConfig realm = null;
        CookieRules cookies = CookieRules.NONE;
        Loader loader = null;
        List<String> watched = new ArrayList<>();
        ValveElements valves = new ValveElements("Context", reading);
        JarScanConfig jarScan = JarScanConfig.DEFAULT;
        Factory<SessionKeeping> manager = null;
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Parameter" -> EntryReader.parameter(child, parameters, reading);
                case "Environment" -> EntryReader.environment(child, environment, reading);
                case "Resources" -> resources = ResourcesReader.read(child, reading);
                case "Valve" -> valves.readKnown(child);
                case "CookieProcessor" -> cookies = CookieProcessorReader.read(child, reading);
                case "Loader" -> loader = LoaderReader.read(child, reading);
                case "JarScanner" -> jarScan = JarScannerReader.read(child, reading);
                case "Realm" -> realm = RealmConfig.read(child, realm, reading);
                case "Manager" -> manager = ManagerElement.read(child, manager, reading);
                case "Listener" -> NamedClasses.listener(child, reading);
                case "WatchedResource" -> watched(child, watched, reading);
                default -> {
                    if (!ResourceReader.read(child, environment, reading)) {
                        OtherElements.report(xml, child, reading);
                    }
                }
            }
        }
        xml.children.forEach(valves::readNested);
        String given = values.get(PATH);
        if (given != null && !given.equals(appPath)) {
            reading.warning(
                    xml.at,
                    "path of Context has no effect in a descriptor: the application answers at \""
                            + appPath
                            + "\", after the name of the file");
        }
        return new ContextConfig(
                xml.at,
                appPath,
                values.get(DOC_BASE),
                values.get(DISPLAY_NAME),
                values.get(WORK_DIR),
                parameters,
                environment,
                resources,
                UnaryOperator.identity(),
                List.of(),
                List.of(),
                false,
                List.of(),
                values.get(RELOADABLE),
                values.get(UNLOAD_DELAY),
                ContextSettingsTable.read(values, cookies, delegate(loader)),
                realm,
                valves.authenticator(),
                values.get(ALT_DD_NAME),
                loading(loader, values),
                valves.all(Kind.VALVE),
                jarScan,
                watched,
                manager);
    }

    /** Null if there is no Loader. */
    private static Boolean delegate(Loader loader) {
        return loader == null ? null : loader.delegate();
    }

    private static LoadingConfig loading(Loader loader, Values values) {
        return new LoadingConfig(
                loader == null ? null : loader.conversion(), values.get(CONTAINER_SCI_FILTER));
    }

    private static List<Attribute<?>> all(List<Attribute<?>> first, List<Attribute<?>> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }

    /** Warns of an element in server.xml, whose applications are not watched. */
    private static void unwatched(XmlElement xml, Reading reading) {
        reading.warning(
                xml.at,
                "WatchedResource "
                        + xml.text.toString().strip()
                        + " has no effect: an application of server.xml is not deployed anew; put"
                        + " its Context into a file of its own");
    }

    private static void watched(XmlElement xml, List<String> watched, Reading reading) {
        String name = xml.text.toString().strip();
        String what = xml.name + " " + name;
        reading.judge(xml, Finding.honoured(xml.at, what));
        for (String base : new String[] {"catalina.base", "serval.base"}) {
            name = name.replaceFirst("^\\$\\{" + base + "}/", "base:");
        }
        try {
            String found = reading.resolve(name);
            watched.add(
                    found.startsWith("base:") ? ContextConfig.BASE + found.substring(5) : found);
        } catch (BadValue e) {
            reading.warning(xml.at, "WatchedResource " + e.getMessage());
        }
    }

    private static String fileName(String docBase) {
        String path = docBase.replace('\\', '/').replaceAll("/+$", "");
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.endsWith(".war") ? name.substring(0, name.length() - 4) : name;
    }

    private static Format<String> path() {
        return new Format<>(
                "path",
                text -> {
                    if (text.equals("/") || text.equals("ROOT")) {
                        return "";
                    }
                    if (!ContextNames.isPath(text)) {
                        throw new BadValue(
                                "is not a path: empty for the root, else it begins with a slash and"
                                        + " does not end with one");
                    }
                    return text;
                });
    }
}
