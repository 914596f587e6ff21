package dev.serval.jsp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Compiled pages as servlets of a web.xml, whose rest is unchanged. Stateless. */
final class MappedPages {
    private static final String BEGIN = "<!-- begin of pages that jspc has compiled -->";
    private static final String END = "<!-- end of pages that jspc has compiled -->";
    private static final String CLOSE = "</web-app>";
    private static final String EMPTY =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
            </web-app>
            """;

    private MappedPages() {}

    /**
     * Writes them in place of those of an earlier run.
     *
     * @param pages classes by the paths of pages
     */
    static void write(Path webXml, Map<String, String> pages) throws IOException {
        // Byte for byte, in any encoding that includes ASCII.
        String text =
                Files.exists(webXml)
                        ? Files.readString(webXml, StandardCharsets.ISO_8859_1)
                        : EMPTY;
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin >= 0 && end > begin) {
            text = text.substring(0, begin) + text.substring(end + END.length()).stripLeading();
        }
        int close = text.lastIndexOf(CLOSE);
        if (close < 0) {
            throw new IOException(webXml + " has no " + CLOSE);
        }
        StringBuilder said = new StringBuilder(BEGIN).append('\n');
        pages.forEach((page, type) -> said.append(servlet(page, type)));
        said.append(END).append('\n');
        String whole = text.substring(0, close) + said + text.substring(close);
        Files.writeString(webXml, whole, StandardCharsets.ISO_8859_1);
    }

    private static String servlet(String page, String type) {
        return """
                <servlet>
                  <servlet-name>%1$s</servlet-name>
                  <servlet-class>%1$s</servlet-class>
                </servlet>
                <servlet-mapping>
                  <servlet-name>%1$s</servlet-name>
                  <url-pattern>%2$s</url-pattern>
                </servlet-mapping>
                """
                .formatted(escaped(type), escaped(page));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints()
                .forEach(
                        c -> {
                            if (c == '&' || c == '<' || c == '>' || c > 126) {
                                escaped.append("&#").append(c).append(';');
                            } else {
                                escaped.appendCodePoint(c);
                            }
                        });
        return escaped.toString();
    }
}
