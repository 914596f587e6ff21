package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads {@code Host}. Stateless. */
final class HostReader {
    private static final Pattern HOST_NAME =
            Pattern.compile("\\[[0-9A-Fa-f:.]+]|(\\*\\.)?[A-Za-z0-9_.-]+");

    private static final Attribute<String> NAME =
            Attribute.of("name", hostName(), null, "As clients write it in the Host field.")
                    .needed();
    private static final Attribute<String> APP_BASE =
            Attribute.of(
                    "appBase",
                    Format.text(),
                    "webapps",
                    "The directory whose WARs and directories are web applications: absolute, or"
                            + " relative to the base.");
    private static final Attribute<String> LEGACY_APP_BASE =
            Attribute.of(
                    "legacyAppBase",
                    Format.text(),
                    DeploymentConfig.LEGACY_APP_BASE,
                    "The directory, if it is there, whose WARs and directories are applications for"
                            + " javax.servlet: they are converted when they are deployed. Absolute,"
                            + " or relative to the base.");
    private static final Attribute<Boolean> DEPLOY_ON_STARTUP =
            Attribute.of(
                    "deployOnStartup",
                    Format.bool(),
                    true,
                    "Whether what is in the appBase is deployed when the server starts.");
    private static final Attribute<Boolean> AUTO_DEPLOY =
            Attribute.of(
                    "autoDeploy",
                    Format.bool(),
                    true,
                    "Whether what is added, replaced or removed while the server runs is deployed,"
                            + " replaced or removed.");
    private static final Attribute<Pattern> DEPLOY_IGNORE =
            Attribute.of(
                    "deployIgnore",
                    Format.regex(),
                    null,
                    "Names in the appBase that are not deployed; the whole name must match.");
    private static final Attribute<Boolean> CREATE_DIRS =
            Attribute.of("createDirs", Format.bool(), true, "Create a missing appBase.");
    private static final Attribute<String> WORK_DIR =
            Attribute.of("workDir", Format.text(), null, "For scratch directories.")
                    .shown("work/engine/host");
    private static final Attribute<String> XML_BASE =
            Attribute.of(
                            "xmlBase",
                            Format.text(),
                            null,
                            "The directory of descriptors and of context.xml.default: absolute, or"
                                    + " relative to the base.")
                    .shown("conf/engine/host");
    private static final Attribute<Boolean> DEPLOY_XML =
            Attribute.of(
                    "deployXML",
                    Format.bool(),
                    true,
                    "Whether META-INF/context.xml counts. If not, an application that has one is"
                            + " refused, unless the xmlBase has a descriptor for it.");
    private static final Attribute<Boolean> COPY_XML =
            Attribute.of(
                    "copyXML",
                    Format.bool(),
                    false,
                    "Whether META-INF/context.xml is copied to the xmlBase, if that has no"
                            + " descriptor for the application yet.");
    private static final Attribute<Boolean> UNDEPLOY_OLD_VERSIONS =
            Attribute.of(
                    "undeployOldVersions",
                    Format.bool(),
                    false,
                    "Whether a version is removed, with its files, when a newer one is served and"
                            + " its own last session has ended; with autoDeploy.");
    private static final Attribute<Boolean> FAIL_CTX =
            Attribute.of(
                            ContextRule.FAIL_CTX_IF_SERVLET_START_FAILS.attribute(),
                            Format.bool(),
                            (Boolean) null,
                            "What counts for its applications where their Context does not say it.")
                    .shown("that of Context");
    private static final Attribute<Integer> START_STOP_THREADS =
            Attribute.of(
                            "startStopThreads",
                            Format.integer(Unit.NONE, -1024, 1024),
                            0,
                            "How many applications are deployed at a time; 0: as many as there are"
                                    + " processors, less than 0: that many fewer, at least one.")
                    .differs("1", "applications start sooner; their lines in the log keep order");
    private static final Attribute<String> ERROR_REPORT_VALVE =
            Attribute.of(
                            "errorReportValveClass",
                            Format.text(),
                            null,
                            "The class name of a Valve that answers errors without a page, where"
                                    + " the Host has no such element.")
                    .shown("the server's own pages");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Host",
                    "A virtual host; its other names are Alias elements.",
                    List.of(
                            NAME,
                            APP_BASE,
                            LEGACY_APP_BASE,
                            DEPLOY_ON_STARTUP,
                            AUTO_DEPLOY,
                            DEPLOY_IGNORE,
                            CREATE_DIRS,
                            WORK_DIR,
                            XML_BASE,
                            DEPLOY_XML,
                            COPY_XML,
                            UNDEPLOY_OLD_VERSIONS,
                            FAIL_CTX,
                            START_STOP_THREADS,
                            ERROR_REPORT_VALVE,
                            ClassNames.only("org.apache.catalina.core.StandardHost")));

    private HostReader() {}

    static HostConfig read(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        List<String> aliases = new ArrayList<>();
        List<ContextConfig> contexts = new ArrayList<>();
        ValveElements valves = new ValveElements("Host", reading);
        valves.readErrorReport(values.get(ERROR_REPORT_VALVE), values.at(ERROR_REPORT_VALVE));
        RealmConfig realm = null;
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Alias" -> alias(child, aliases, reading);
                case "Context" -> {
                    inherit(xml, child);
                    ContextConfig context = ContextReader.read(child, reading);
                    if (context != null) {
                        contexts.add(context);
                    }
                }
                case "Valve" -> valves.read(child);
                case "Realm" -> realm = RealmConfig.read(child, realm, reading);
                case "Listener" -> NamedClasses.listener(child, reading);
                default -> OtherElements.report(xml, child, reading);
            }
        }
        paths(contexts, reading);
        String name = values.get(NAME);
        return new HostConfig(
                xml.at,
                name == null ? "" : name, // reported as missing
                aliases,
                values.get(APP_BASE),
                values.get(DEPLOY_ON_STARTUP),
                values.get(AUTO_DEPLOY),
                values.get(DEPLOY_IGNORE),
                values.get(CREATE_DIRS),
                values.get(WORK_DIR),
                new DeploymentConfig(
                        values.get(XML_BASE),
                        values.get(DEPLOY_XML),
                        values.get(COPY_XML),
                        values.get(UNDEPLOY_OLD_VERSIONS),
                        values.get(START_STOP_THREADS),
                        values.get(LEGACY_APP_BASE),
                        values.get(FAIL_CTX)),
                contexts,
                valves.all(Kind.VALVE),
                realm,
                valves.last(BuiltInValves.SINGLE_SIGN_ON));
    }

    /** Copies settings of a Host for its applications to their Context. */
    private static void inherit(XmlElement host, XmlElement context) {
        XmlElement.Attr said = host.attributes.get(FAIL_CTX.name());
        if (said != null) {
            context.attributes.putIfAbsent(said.name(), said);
        }
    }

    private static void alias(XmlElement xml, List<String> aliases, Reading reading) {
        AttributeTable none = new AttributeTable("Alias", "", List.of());
        AttributeReader.read(none, xml, reading);
        String text = xml.text.toString();
        try {
            String name = reading.resolve(text).strip();
            aliases.add(hostName().parser().parse(name));
        } catch (BadValue e) {
            reading.error(xml.at, "Alias \"" + text.strip() + "\" " + e.getMessage());
        }
    }

    private static Format<String> hostName() {
        return new Format<>(
                "host name",
                text -> {
                    if (!HOST_NAME.matcher(text).matches()) {
                        throw new BadValue("is not a host name");
                    }
                    return text;
                });
    }

    private static void paths(List<ContextConfig> contexts, Reading reading) {
        Map<String, Location> seen = new HashMap<>();
        for (ContextConfig context : contexts) {
            Location before = seen.putIfAbsent(context.path(), context.at());
            if (before != null) {
                reading.error(
                        context.at(),
                        "there is a Context with the path \""
                                + context.path()
                                + "\" already, at "
                                + before);
            }
        }
    }
}
