package dev.serval.benchmarks.examples;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what a page leads to: links, images and filled forms. Stateless. */
final class PageReader {
    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern LINK =
            Pattern.compile(
                    "(?is)<(?:a|link|img|script)\\b[^>]*?\\b(?:href|src)\\s*=\\s*"
                            + "(\"[^\"]*\"|'[^']*'|[^\\s>]+)");
    private static final Pattern FORM = Pattern.compile("(?is)<form\\b([^>]*)>(.*?)(?:</form>|$)");

    private PageReader() {}

    /** What is within the given parts of the site, without fragments and ids of sessions. */
    static Set<Ask> read(String target, String html, List<String> parts) {
        String page = COMMENT.matcher(html).replaceAll("");
        Set<Ask> asks = new LinkedHashSet<>();
        Matcher link = LINK.matcher(page);
        while (link.find()) {
            add(asks, target, plain(link.group(1)), parts);
        }
        Matcher form = FORM.matcher(page);
        while (form.find()) {
            String action = attribute(form.group(1), "action");
            String to = resolve(target, action == null ? target : action, parts);
            // Whoever logs in does so step by step.
            if (to != null && !to.endsWith("j_security_check")) {
                String method = attribute(form.group(1), "method");
                asks.addAll(new Form(to, "post".equalsIgnoreCase(method), form.group(2)).filled());
            }
        }
        return asks;
    }

    private static void add(Set<Ask> asks, String target, String link, List<String> parts) {
        String to = resolve(target, link, parts);
        if (to != null) {
            asks.add(Ask.get(to));
        }
    }

    /** Null if it leads elsewhere. */
    static String resolve(String target, String link, List<String> parts) {
        URI uri;
        try {
            uri =
                    URI.create("http://localhost" + target)
                            .resolve(link.replaceAll("(?i);jsessionid=[^?#]*|#.*", "").strip());
        } catch (IllegalArgumentException e) {
            return null; // An expression in a page that shows sources.
        }
        boolean here = "localhost".equals(uri.getHost()) && "http".equals(uri.getScheme());
        if (!here || parts.stream().noneMatch(uri.getPath()::startsWith)) {
            return null;
        }
        return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    /** Null if there is none. */
    static String attribute(String tag, String name) {
        Matcher value =
                Pattern.compile(
                                "(?is)(?:^|[\\s\"'])"
                                        + name
                                        + "\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^\\s>]+)")
                        .matcher(tag);
        return value.find() ? plain(value.group(1)) : null;
    }

    static List<String> tags(String html, String name) {
        List<String> tags = new ArrayList<>();
        Matcher tag = Pattern.compile("(?is)<" + name + "\\b([^>]*)>").matcher(html);
        while (tag.find()) {
            tags.add(tag.group(1));
        }
        return tags;
    }

    private static String plain(String value) {
        return value.replaceAll("^[\"']|[\"']$", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#034;", "\"")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }
}
