package dev.serval.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that {@code webapps/docs/proxies.html} shows, with the ports and paths of a test in
 * place of theirs. Stateless.
 */
final class ProxiesPage {
    private ProxiesPage() {}

    private static String page() {
        try {
            return Files.readString(DocsPage.checkout().resolve("webapps/docs/proxies.html"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of all files. */
    static List<String> names() {
        return Pattern.compile("data-file=\"([^\"]+)\"")
                .matcher(page())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** A file as it is shown. */
    static String file(String name) {
        String page = page();
        Matcher found =
                Pattern.compile(
                                "data-file=\"" + Pattern.quote(name) + "\"><code>(.*?)</code>",
                                Pattern.DOTALL)
                        .matcher(page);
        if (!found.find()) {
            throw new AssertionError("proxies.html shows no file " + name);
        }
        return found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    }

    /** The same with other words; fails if one of them is not there. */
    static String file(String name, Map<String, String> others) {
        String text = file(name);
        for (Map.Entry<String, String> each : others.entrySet()) {
            String next = text.replace(each.getKey(), each.getValue());
            if (next.equals(text)) {
                throw new AssertionError(name + " of proxies.html has no " + each.getKey());
            }
            text = next;
        }
        return text;
    }
}
