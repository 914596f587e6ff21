package dev.serval.config;

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
                    "The directory whose WARs and directories are web applications: absolute, or relative to"
                            + " the base.");
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
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Host",
                    "A virtual host; its other names are Alias elements.",
                    List.of(
                            NAME,
                            APP_BASE,
                            DEPLOY_ON_STARTUP,
                            AUTO_DEPLOY,
                            DEPLOY_IGNORE,
                            CREATE_DIRS,
                            WORK_DIR,
                            ClassNames.only("org.apache.catalina.core.StandardHost")));

    private HostReader() {}

    static HostConfig read(XmlElement xml, Reading reading) {
        Values values = TABLE.read(xml, reading);
        List<String> aliases = new ArrayList<>();
        List<ContextConfig> contexts = new ArrayList<>();
        List<AccessLogConfig> accessLogs = new ArrayList<>();
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Alias" -> alias(child, aliases, reading);
                case "Context" -> {
                    ContextConfig context = ContextReader.read(child, reading);
                    if (context != null) {
                        contexts.add(context);
                    }
                }
                case "Valve" -> {
                    AccessLogConfig log = NamedClasses.valve(child, reading);
                    if (log != null) {
                        accessLogs.add(log);
                    }
                }
                case "Realm" -> NamedClasses.realm(child, reading);
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
                contexts,
                accessLogs);
    }

    private static void alias(XmlElement xml, List<String> aliases, Reading reading) {
        AttributeTable none = new AttributeTable("Alias", "", List.of());
        none.read(xml, reading);
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
                        throw new BadValue("is no host name");
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
