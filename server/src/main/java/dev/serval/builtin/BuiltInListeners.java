package dev.serval.builtin;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.jmx.ServerBeans;
import dev.serval.lifecycle.ServerListener;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.util.List;
import java.util.Set;

/**
 * The listeners that an element {@code Listener} of the Server may name without an extension.
 * Constants.
 */
public final class BuiltInListeners {
    static final Attribute<String> CLASS_NAME =
            Attribute.text("className", "This, or Tomcat's name of it.").needed();
    private static final Attribute<Boolean> LOG_ARGS =
            Attribute.flag(
                    "logArgs",
                    true,
                    "The arguments of the command; values of those that sound secret are left out.");
    private static final Attribute<Boolean> LOG_ENV =
            Attribute.flag("logEnv", false, "The environment, likewise.");
    private static final Attribute<Boolean> LOG_PROPS =
            Attribute.flag("logProps", false, "The system properties, likewise.");
    private static final AttributeTable VERSIONS =
            new AttributeTable(
                    "VersionLoggerListener",
                    "A Listener of the Server: the log tells the versions of the server, of Java and"
                            + " of the system at the start.",
                    List.of(CLASS_NAME, LOG_ARGS, LOG_ENV, LOG_PROPS));

    private static final Attribute<Set<String>> USERS =
            Attribute.of(
                            "checkedOsUsers",
                            new Format<>(
                                    "names of users, with commas",
                                    text -> Set.copyOf(List.of(text.split("\\s*,\\s*")))),
                            Set.of("root"),
                            "The server does not start as one of them.")
                    .shown("root");
    private static final Attribute<Integer> UMASK =
            Attribute.of(
                            "minimumUmask",
                            new Format<>("octal number", BuiltInListeners::octal),
                            07,
                            "It does not start either where other users could do to its files what"
                                    + " this takes away; empty: that is not looked at.")
                    .shown("0007");
    private static final Attribute<Integer> AGE =
            Attribute.of(
                    "buildDateWarningAgeDays",
                    new Format<>("-1", BuiltInListeners::noAge),
                    -1,
                    "Accepted; there is no date in the server.");
    private static final AttributeTable SECURITY =
            new AttributeTable(
                    "SecurityListener",
                    "A Listener of the Server: as whom it does not start.",
                    List.of(CLASS_NAME, USERS, UMASK, AGE));

    /** In the order of the reference page. */
    public static final List<Offer<ServerListener>> OFFERS =
            List.of(
                    Offer.of(
                            Kind.LISTENER,
                            VERSIONS,
                            given -> {
                                boolean args = given.get(LOG_ARGS);
                                boolean environment = given.get(LOG_ENV);
                                boolean properties = given.get(LOG_PROPS);
                                return place -> new VersionLogger(args, environment, properties);
                            },
                            "VersionLoggerListener",
                            "org.apache.catalina.startup.VersionLoggerListener"),
                    Offer.of(
                                    Kind.LISTENER,
                                    SECURITY,
                                    given -> {
                                        Set<String> users =
                                                given.isEmpty(USERS) ? Set.of() : given.get(USERS);
                                        int umask = given.isEmpty(UMASK) ? 0 : given.get(UMASK);
                                        return place -> new StartRights(users, umask);
                                    },
                                    "SecurityListener",
                                    "org.apache.catalina.security.SecurityListener")
                            .with(Offer.Protection.YES),
                    new Offer<>(
                            Kind.LISTENER,
                            List.of("OpsEndpoint"),
                            () ->
                                    new Offer.Declaration<>(
                                            OpsReader.TABLE, Set.of(), OpsReader::read)),
                    new Offer<>(
                            Kind.LISTENER,
                            List.of("JmxBeans"),
                            () ->
                                    new Offer.Declaration<>(
                                            JmxListener.TABLE, Set.of(), JmxListener::read)));

    private BuiltInListeners() {}

    /**
     * Listeners that are there without an element: that of the JMX beans, if the JVM is configured
     * to show its own.
     *
     * @param named the classes of the elements in the file
     */
    public static List<Factory<ServerListener>> unasked(Set<String> named) {
        boolean shown =
                System.getProperties().stringPropertyNames().stream()
                        .anyMatch(name -> name.startsWith("com.sun.management.jmxremote"));
        return shown && !named.contains("JmxBeans")
                ? List.of(place -> JmxListener.of(place, ServerBeans.DOMAIN))
                : List.of();
    }

    private static int octal(String text) throws BadValue {
        if (!text.matches("[0-7]{1,4}")) {
            throw new BadValue("is no octal number of up to four digits");
        }
        return Integer.parseInt(text, 8);
    }

    private static int noAge(String text) throws BadValue {
        if (!text.equals("-1")) {
            throw new BadValue("cannot be looked at: there is no date in the server");
        }
        return -1;
    }
}
