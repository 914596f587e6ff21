package dev.serval.webapp;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Descriptors from strings, for tests. */
final class Descriptors {
    private Descriptors() {}

    static WebXml webXml(String text, Problems problems) {
        return WebXmlReader.read(
                text.getBytes(StandardCharsets.UTF_8),
                "web.xml",
                false,
                problems,
                Map.of("where", "here")::get);
    }

    /** One without problems. */
    static WebXml webXml(String inside) {
        return clean("<web-app>" + inside + "</web-app>", "web.xml", false);
    }

    static WebXml fragment(String shown, String inside) {
        return clean("<web-fragment>" + inside + "</web-fragment>", shown, true);
    }

    private static WebXml clean(String text, String shown, boolean fragment) {
        Problems problems = new Problems();
        WebXml xml =
                WebXmlReader.read(
                        text.getBytes(StandardCharsets.UTF_8),
                        shown,
                        fragment,
                        problems,
                        Map.of("where", "here")::get);
        if (!problems.all.isEmpty()) {
            throw new AssertionError(lines(problems));
        }
        return xml;
    }

    static List<String> lines(Problems problems) {
        return problems.all.stream().map(p -> p.severity() + " " + p).toList();
    }
}
