package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import java.util.Map;

/**
 * Judges {@code Cluster}, in place of which nodes share a store: for each element and attribute in
 * it, what to write instead. Nothing in it is read, and the server starts. Stateless.
 */
final class ClusterElement {
    static final String NAME = "Cluster";

    private static final String MANAGER =
            "a Manager className=\"org.apache.catalina.session.PersistentManager\" in"
                    + " conf/context.xml, with a Store className=\"org.apache.catalina.session"
                    + ".DataSourceStore\" in it (cluster.html)";
    private static final String NO_CHANNEL =
            "nothing: nodes meet in the Store, and send each other nothing";

    /** What to write instead, by element, or by class if the element has one. */
    private static final Map<String, String> ELEMENTS =
            Map.ofEntries(
                    Map.entry(NAME, MANAGER),
                    Map.entry("Manager", MANAGER),
                    Map.entry("Channel", NO_CHANNEL),
                    Map.entry("ClusterListener", NO_CHANNEL),
                    Map.entry(
                            "Deployer",
                            "applications are deployed to each node, by serval.sh deploy or its"
                                    + " manager, or lie in the appBase of each"),
                    Map.entry(
                            "ReplicationValve",
                            "nothing: a session is saved at the end of each request that has"
                                    + " changed it"),
                    Map.entry(
                            "JvmRouteBinderValve",
                            "jvmRoute of Engine: a session is found whatever the route in its id"),
                    Map.entry(
                            "ClusterSingleSignOn",
                            "a Valve className=\"org.apache.catalina.authenticator.SingleSignOn\""
                                    + " of the Host: the login is in each session of the Store"));

    /** The same for attributes that have a counterpart. */
    private static final Map<String, String> ATTRIBUTES =
            Map.ofEntries(
                    Map.entry("className", "as the element"),
                    Map.entry(
                            "expireSessionsOnShutdown",
                            "nothing: sessions of the Store outlive a node"),
                    Map.entry(
                            "notifyListenersOnReplication",
                            "nothing: listeners are told on the node where it happens"),
                    Map.entry("maxActiveSessions", "maxActiveSessions of the Manager"),
                    Map.entry(
                            "maxInactiveInterval", "session-timeout in session-config of web.xml"),
                    Map.entry(
                            "sessionAttributeNameFilter",
                            "sessionAttributeNameFilter of the Manager"),
                    Map.entry(
                            "sessionAttributeValueClassNameFilter",
                            "sessionAttributeValueClassNameFilter of the Manager"),
                    Map.entry(
                            "warnOnSessionAttributeFilterFailure",
                            "warnOnSessionAttributeFilterFailure of the Manager"),
                    Map.entry(
                            "persistAuthentication",
                            "nothing: logins are kept where nodes share a Store"),
                    Map.entry("recordAllActions", "nothing: an attribute is saved as it is"),
                    Map.entry("filter", "nothing: a request that changes nothing writes nothing"),
                    Map.entry("cookieName", "cookieName of the SingleSignOn"),
                    Map.entry("cookieDomain", "cookieDomain of the SingleSignOn"),
                    Map.entry("requireReauthentication", "requireReauthentication of SingleSignOn"),
                    Map.entry("deployDir", "appBase of the Host"),
                    Map.entry("watchDir", "appBase of the Host, with autoDeploy"),
                    Map.entry("watchEnabled", "autoDeploy of the Host"),
                    Map.entry("timeout", "timeout of the Store"),
                    Map.entry("rpcTimeout", "timeout of the Store"));

    private ClusterElement() {}

    /**
     * What to write in place of a class of a cluster outside of Cluster; null if there is nothing.
     */
    static String instead(String className) {
        return className.startsWith("org.apache.catalina.ha.")
                ? ELEMENTS.get(className.substring(className.lastIndexOf('.') + 1))
                : null;
    }

    static void report(XmlElement parent, XmlElement cluster, Reading reading) {
        String what = cluster.name + " in " + parent.name;
        reading.warning(
                cluster.at,
                what
                        + " has no effect: without a Store that nodes share each has sessions of"
                        + " its own; in its place: "
                        + MANAGER);
        judge(cluster, what, ELEMENTS.get(NAME), reading);
        inside(cluster, reading);
    }

    private static void inside(XmlElement around, Reading reading) {
        for (XmlElement child : around.children) {
            String name = child.raw("className");
            String simple = name == null ? "" : name.substring(name.lastIndexOf('.') + 1).strip();
            String instead = ELEMENTS.getOrDefault(simple, ELEMENTS.get(child.name));
            String what =
                    child.name + (simple.isEmpty() ? "" : " " + simple) + " in " + around.name;
            String words = instead == null ? NO_CHANNEL : instead;
            reading.warning(child.at, what + " has no effect; in its place: " + words);
            judge(child, what, words, reading);
            inside(child, reading);
        }
    }

    /** The element, and each of its attributes. */
    private static void judge(XmlElement xml, String what, String words, Reading reading) {
        reading.judge(xml, new Finding(xml.at, what, Verdict.UNSUPPORTED, words));
        for (XmlElement.Attr attribute : xml.attributes.values()) {
            String name = attribute.name();
            String instead = ATTRIBUTES.getOrDefault(name, "nothing: " + elementOf(xml));
            String mine = name + " of " + xml.name;
            if (!name.equals("className")) {
                reading.warning(attribute.at(), mine + " has no effect; in its place: " + instead);
            }
            reading.judge(
                    attribute, new Finding(attribute.at(), mine, Verdict.UNSUPPORTED, instead));
        }
    }

    private static String elementOf(XmlElement xml) {
        return switch (xml.name) {
            case "Deployer" -> "applications are deployed to each node";
            case "Manager" -> "no session is sent to other nodes";
            default -> "nodes send each other nothing";
        };
    }
}
