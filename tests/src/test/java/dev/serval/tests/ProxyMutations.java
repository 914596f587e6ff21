package dev.serval.tests;

/**
 * {@link Mutations} of whom a server believes what it tells of clients, and of where rules of the
 * configuration lead. Stateless.
 */
final class ProxyMutations {
    private static final String VALVE = "server/src/main/java/dev/serval/valve/";
    private static final String REMOTE_IP = "dev.serval.container.RemoteIpServedTest";
    private static final String CHAIN = "dev.serval.valve.address.ProxyChainTest";

    private ProxyMutations() {}

    static void add(Mutations list) {
        clients(list);
        rewriting(list);
    }

    private static void clients(Mutations list) {
        list.in(VALVE + "address/RemoteIp.java", null);
        list.other(
                "rule 25: who is no trusted proxy tells nothing of clients",
                null,
                "|| !chain.trusts(proxy.getAddress())) {",
                ") {",
                REMOTE_IP);
        list.other(
                "rule 25: a Forwarded that cannot be understood is refused",
                null,
                "if (client == null) {",
                "if (client == null && exchange == null) {",
                REMOTE_IP);
        list.in(VALVE + "address/ProxyChain.java", null);
        list.other(
                "rule 25: what the client made up is not believed",
                null,
                "believed = trusts(address.getAddress());",
                "believed = true;",
                CHAIN);
        list.other(
                "rule 25: the whole way was confidential, or none of it",
                null,
                "return \"http\";\n            }\n        }\n        return \"https\";",
                "continue;\n            }\n        }\n        return \"https\";",
                CHAIN);
        list.other(
                "rule 25: one of several hosts is not guessed",
                null,
                "return values.size() == 1 ? values.get(0).strip() : null;",
                "return values.isEmpty() ? null : values.get(0).strip();",
                CHAIN);
        list.in(VALVE + "around/ProxyTls.java", AroundValvesTest.class);
        list.off(
                "rule 25: certificates in fields are those of trusted proxies",
                null,
                "&& proxies.contains(proxy.getAddress());",
                "&& proxy.getAddress() != null;");
    }

    private static void rewriting(Mutations list) {
        list.in(VALVE + "rewrite/RewritePass.java", RewriteValveTest.class);
        list.off(
                "rule 16: a rewritten path is not the name of a server",
                null,
                "path = \"/\" + target.replaceFirst(\"^[/\\\\\\\\]+\", \"\");",
                "path = target.startsWith(\"/\") ? target : \"/\" + target;");
        list.off(
                "rule 16: only a rule that says so leads to another server",
                null,
                "absolute = by.mayLeave && LEAVES.matcher(target).find();",
                "absolute = LEAVES.matcher(target).find();");
        list.off(
                "rule 17: a rewritten cookie is one value",
                null,
                "cookie.setValue(RewriteMaps.escaped(each.value().expand(this, false)));",
                "cookie.setValue(each.value().expand(this, false));");
        list.in(VALVE + "BoundedText.java", RewriteValveTest.class);
        list.off(
                "expressions of rules have an end",
                null,
                "if (--steps.left < 0) {",
                "if (false) {");
        list.in(VALVE + "rewrite/RequestedFiles.java", RewriteValveTest.class);
        list.off(
                "conditions see the files of their application alone",
                null,
                "if (!path.startsWith(\"/\") || path.indexOf('\\0') >= 0) {",
                "if (Files.exists(Path.of(name))) { return true; } if (false) {");
    }
}
