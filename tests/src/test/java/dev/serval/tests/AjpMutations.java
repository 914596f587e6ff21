package dev.serval.tests;

import dev.serval.http.Refusal;

/** {@link Mutations} of what is believed and taken of a front by AJP. Stateless. */
final class AjpMutations {
    private static final String AJP = "connectors/src/main/java/dev/serval/ajp/";
    private static final String PACKETS = "dev.serval.ajp.MalformedPacketsTest";
    private static final String BODIES = "dev.serval.ajp.BodyBetweenRequestsTest";
    private static final String SETTINGS = "dev.serval.config.AjpConnectorTest";

    private AjpMutations() {}

    static void add(Mutations list) {
        list.in(AJP + "FrontRules.java", AjpFilesTest.class);
        list.off(
                "AJP: another secret", Refusal.AJP_SECRET, "if (different != 0) {", "if (false) {");
        list.other(
                "AJP: no secret",
                null,
                "if (!told.has(Value.SECRET)) {",
                "if (!told.has(Value.SECRET)) { return; } if (false) {",
                PACKETS);
        list.off(
                "AJP: an attribute that is not allowed",
                Refusal.AJP_ATTRIBUTE,
                "if (!KNOWN.contains(name)",
                "if (false && !KNOWN.contains(name)");
        list.in(AJP + "ForwardRequest.java", AjpFilesTest.class);
        list.other(
                "AJP: a packet ends with its request",
                Refusal.AJP_PACKET,
                "if (!cursor.atEnd()) {",
                "if (false) {",
                PACKETS);
        list.in(AJP + "PacketCursor.java", AjpFilesTest.class);
        list.other(
                "AJP: a text is as long as it says",
                null,
                "if (array[textEnd] != 0) {",
                "if (false) {",
                PACKETS);
        list.in(AJP + "AjpConnection.java", AjpFilesTest.class);
        list.other(
                "AJP: no answer without the secret that was named before",
                null,
                "trusted && e.refusal() == Refusal.AJP_SECRET",
                "false",
                BODIES);
        list.other(
                "AJP: a part of a body is awaited before the next request",
                null,
                "if (stream.dropOwed()) {",
                "if (true) {",
                BODIES);
        list.in(AJP + "AjpStream.java", AjpServedTest.class);
        list.off(
                "AJP: users log in here",
                null,
                "if (ajp.own.tomcatAuthentication() && !authorizes) {",
                "if (false) {");
        list.in(
                "server/src/main/java/dev/serval/servlet/security/Logins.java",
                AjpServedTest.class);
        list.off(
                "a user whom the front alone knows has no roles",
                null,
                "? new UserPrincipal(preset.user(), Set.of())",
                "? realm.find(preset.user())");
        list.in("server/src/main/java/dev/serval/config/AjpTable.java", AjpServedTest.class);
        list.other(
                "AJP: there is a secret",
                null,
                "if (secret == null && required) {",
                "if (false) {",
                SETTINGS);
        list.other(
                "AJP: for this machine alone",
                null,
                "address == null && !unix",
                "address == null && false",
                SETTINGS);
    }
}
