package dev.serval.tests;

/**
 * {@link Mutations} of who may operate a server: the managers, the ops endpoint, the control
 * socket. Stateless.
 */
final class OperationMutations {
    private static final String MANAGER = "extensions/manager/src/main/java/dev/serval/manager/";
    private static final String SERVER = "server/src/main/java/dev/serval/";
    private static final String GUESTS = "dev.serval.ops.GuestsTest";
    private static final String CONTROL = "dev.serval.control.ControlSocketTest";

    private OperationMutations() {}

    static void add(Mutations list) {
        addresses(list);
        roles(list);
        otherSites(list);
        changes(list);
        ops(list);
        control(list);
    }

    private static void addresses(Mutations list) {
        String valve =
                "<Valve className=\"org.apache.catalina.valves.RemoteCIDRValve\""
                        + " allow=\"127.0.0.0/8,::1/128\"/>";
        for (String name : new String[] {"manager", "host-manager"}) {
            list.in("webapps/" + name + "/META-INF/context.xml", ManagerTest.class);
            list.off("rule 18: " + name + " is for this machine alone", null, valve, "");
        }
    }

    private static void roles(Mutations list) {
        list.in("webapps/manager/WEB-INF/web.xml", ManagerTest.class);
        role(list, "/html/*", "manager-gui", "manager-script");
        role(list, "/text/*", "manager-script", "manager-gui");
        role(list, "/jmxproxy/*", "manager-jmx", "manager-script");
        role(list, "/json/*", "manager-gui", "manager-status");
        list.in("webapps/host-manager/WEB-INF/web.xml", ManagerTest.class);
        role(list, "/text/*", "admin-script", "manager-script");
        list.in(SERVER + "webapp/WebappClassLoader.java", ManagerTest.class);
        list.off(
                "only a privileged application sees the classes of operations",
                null,
                "if (operations && privileged) {",
                "if (operations) {");
        list.in(SERVER + "container/Applications.java", ManagerTest.class);
        list.off(
                "no application gets at the operations by another one's context",
                null,
                "if (within && context.refusal() == null && !isPrivileged(context)) {",
                "if (within && context.refusal() == null) {");
    }

    /** The path is open to another role. */
    private static void role(Mutations list, String path, String role, String other) {
        String front =
                "<url-pattern>"
                        + path
                        + "</url-pattern>\n    </web-resource-collection>\n    <auth-constraint>\n"
                        + "      <role-name>";
        list.off(
                "rule 18: " + path + " is for " + role,
                null,
                front + role,
                front + other + "</role-name><role-name>" + role);
    }

    private static void otherSites(Mutations list) {
        list.in(MANAGER + "ChangeGuard.java", ManagerTest.class);
        list.off(
                "manager: a change needs its field",
                null,
                "\"1\".equals(request.getHeader(FIELD))",
                "true");
        list.off(
                "manager: no page of another origin makes a change",
                null,
                "&& isOfThisHost(request.getHeader(\"Origin\"), request.getHeader(\"Host\"))",
                "");
        list.in(MANAGER + "OwnPagesOnly.java", ManagerTest.class);
        list.off(
                "manager: no page of another site makes a browser ask",
                null,
                ": site.equals(\"same-origin\") || site.equals(\"none\");",
                ": true;");
        list.off(
                "manager: nor a browser that says nothing of sites",
                null,
                "? !changes(request) || isOfAPageHere(request) || isNoBrowser(request)",
                "? true");
        list.in(MANAGER + "SafeFields.java", ManagerTest.class);
        list.off(
                "manager: its pages are in no frame",
                null,
                "response.setHeader(\"X-Frame-Options\", \"DENY\");",
                "");
        list.off(
                "manager: its pages have nothing from elsewhere",
                null,
                "response.setHeader(\"Content-Security-Policy\", POLICY);",
                "");
    }

    private static void changes(Mutations list) {
        list.in(MANAGER + "BoundedUpload.java", ManagerTest.class);
        list.off("manager: an upload has a limit", null, "if (read > most) {", "if (false) {");
        list.off(
                "manager: the declared length of one has it too",
                null,
                "if (declared > most) {",
                "if (false) {");
        list.in(MANAGER + "Secrets.java", ManagerTest.class);
        list.off(
                "manager: beans tell no secret",
                null,
                "return WORDS.stream().anyMatch(lower::contains);",
                "return false;");
        list.in(SERVER + "container/AppBaseFiles.java", ManagerTest.class);
        list.off(
                "manager: no name leads out of the appBase",
                null,
                "if (directory.normalize().equals(file.getParent())) {",
                "if (true) {");
        list.off(
                "manager: a name is that of one application",
                null,
                "if (!same || !plain || AppName.isHidden(name.base())) {",
                "if (false) {");
        list.in(SERVER + "container/AuditLog.java", ManagerTest.class);
        list.off(
                "each change of an operator is in the log",
                null,
                "            ContextClassLoader.leave(before);\n            note(what, outcome);",
                "            ContextClassLoader.leave(before);");
        list.off(
                "no operator forges a line of the log",
                null,
                "return LogText.shown(String.valueOf(text), LONGEST, \"\");",
                "return text;");
        list.in(SERVER + "container/AuditedChanges.java", ManagerTest.class);
        list.off(
                "the manager does not stop itself",
                null,
                "if (operations.isSelf(host, name)) {",
                "if (false) {");
    }

    private static void ops(Mutations list) {
        list.in(SERVER + "ops/Guests.java", null);
        list.other(
                "ops: a port is for the clients of its list",
                null,
                "|| settings.allow().contains(plain(address.getAddress()));",
                "|| true;",
                GUESTS);
        list.other(
                "ops: no name that leads here by the will of others",
                null,
                "if (remote instanceof InetSocketAddress && !isOurs(host)) {",
                "if (false) {",
                GUESTS);
        list.other("ops: a change has to be meant", null, "if (!meant || ", "if (", GUESTS);
        list.other(
                "ops: no page makes a change",
                null,
                "|| request.field(\"origin\") != null) {",
                ") {",
                GUESTS);
        list.in(SERVER + "ops/OpsThread.java", null);
        list.other(
                "ops: who is no guest is not answered",
                null,
                "if (guests.mayEnter(client.getRemoteAddress())) {",
                "if (true) {",
                GUESTS);
        list.in(SERVER + "ops/OpsEndpoint.java", null);
        list.other(
                "ops: the socket is for its owner",
                null,
                "new UnixSocket(path, UnixSocket.OWNER_ONLY, null, null)",
                "new UnixSocket(path, java.util.EnumSet.allOf("
                        + "java.nio.file.attribute.PosixFilePermission.class), null, null)",
                GUESTS);
    }

    private static void control(Mutations list) {
        list.in(SERVER + "control/ControlSocket.java", null);
        list.other(
                "control: orders are those of the owner",
                null,
                "new UnixSocket(path, UnixSocket.OWNER_ONLY, null, null)",
                "new UnixSocket(path, java.util.EnumSet.allOf("
                        + "java.nio.file.attribute.PosixFilePermission.class), null, null)",
                CONTROL);
        list.other(
                "control: an order has so many words",
                null,
                "if (words.size() == MOST_ARGUMENTS) {",
                "if (false) {",
                "dev.serval.control.FailedOrderTest");
    }
}
