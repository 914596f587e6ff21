package dev.serval.benchmarks.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The list of pages that every page of the documentation has. Stateless. */
final class Navigation {
    private static final Pattern LIST =
            Pattern.compile("<nav class=\"pages\".*?</nav>", Pattern.DOTALL);

    private Navigation() {}

    /** That of a page, without its chapters and without the mark of the page. */
    static String of(String page) {
        Matcher matcher = LIST.matcher(page);
        if (!matcher.find()) {
            throw new IllegalArgumentException("a page of the documentation has no navigation");
        }
        return matcher.group()
                .replaceAll("(?s)\\s*<ul>(?:(?!<ul>).)*?</ul>\\s*</li>", "</li>")
                .replace(" aria-current=\"page\"", "");
    }
}
