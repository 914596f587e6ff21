package dev.serval.tests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The navigation of the documentation: one list of pages, and the chapters of the page that shows
 * it. Stateless. A heading may have shorter words for it, {@code data-nav}.
 */
final class DocsNavigation {
    /** Where the navigation of a page is to be. */
    static final String PLACE = "<nav class=\"pages\"></nav>";

    private static final Map<String, String> PAGES = new LinkedHashMap<>();

    static {
        PAGES.put("index.html", "Overview");
        PAGES.put("quickstart.html", "Quick start");
        PAGES.put("deployment.html", "Deployment");
        PAGES.put("manager.html", "Manager");
        PAGES.put("security.html", "Security");
        PAGES.put("monitoring.html", "Monitoring");
        PAGES.put("sessions.html", "Sessions");
        PAGES.put("cluster.html", "Several servers");
        PAGES.put("proxies.html", "Behind a proxy");
        PAGES.put("migration.html", "Coming from Tomcat");
        PAGES.put("jsp.html", "JSP pages");
        PAGES.put("embedding.html", "Embedding");
        PAGES.put("extensions.html", "Extensions");
        PAGES.put("websocket.html", "WebSocket");
        PAGES.put("ajp.html", "AJP");
        PAGES.put("config.html", "Configuration");
        PAGES.put("tomcat.html", "Tomcat’s attributes");
        PAGES.put("codes.html", "Message codes");
        PAGES.put("conformance.html", "HTTP conformance");
        PAGES.put("servlet.html", "Servlet 6.1");
        PAGES.put("kits.html", "Compatibility kits");
        PAGES.put("connectors.html", "BIO, NIO or NIO2");
        PAGES.put("benchmarks.html", "Benchmarks");
    }

    private static final Pattern NAVIGATION =
            Pattern.compile("<nav class=\"pages\".*?</nav>", Pattern.DOTALL);
    private static final Pattern CHAPTER =
            Pattern.compile(
                    "<h2 id=\"([^\"]+)\"(?: data-nav=\"([^\"]+)\")?>(.*?)</h2>", Pattern.DOTALL);

    private DocsNavigation() {}

    /** The names of the pages that it lists. */
    static List<String> pages() {
        return List.copyOf(PAGES.keySet());
    }

    /** The page with its navigation made anew. */
    static String in(String name, String page) {
        return NAVIGATION
                .matcher(page)
                .replaceFirst(Matcher.quoteReplacement(navigation(name, chapters(page))));
    }

    private static String navigation(String name, List<String> chapters) {
        List<String> lines = new ArrayList<>();
        lines.add("<nav class=\"pages\" aria-label=\"Pages\">");
        lines.add("    <ul>");
        PAGES.forEach(
                (page, title) -> {
                    String link = page.equals("index.html") ? "./" : page;
                    if (!page.equals(name)) {
                        lines.add("      <li><a href=\"%s\">%s</a></li>".formatted(link, title));
                        return;
                    }
                    lines.add(
                            "      <li><a href=\"%s\" aria-current=\"page\">%s</a>"
                                    .formatted(link, title));
                    lines.add("        <ul>");
                    lines.addAll(chapters);
                    lines.add("        </ul>");
                    lines.add("      </li>");
                });
        lines.add("    </ul>");
        lines.add("  </nav>");
        return String.join("\n", lines);
    }

    private static List<String> chapters(String page) {
        return CHAPTER.matcher(page)
                .results()
                .map(
                        found -> {
                            String words = found.group(2) == null ? found.group(3) : found.group(2);
                            return "          <li><a href=\"#%s\">%s</a></li>"
                                    .formatted(found.group(1), words.replaceAll("<[^>]+>", ""));
                        })
                .toList();
    }
}
