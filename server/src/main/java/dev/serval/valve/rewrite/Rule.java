package dev.serval.valve.rewrite;

import jakarta.servlet.http.Cookie;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A RewriteRule with its conditions. Not changed once it is compiled. */
final class Rule {
    /** Its line in the file. */
    final int line;

    final List<Condition> conditions;
    Pattern pattern;
    boolean negated;
    // Null if the target does not change.
    Template substitution;
    // Whether the rule itself, not the client, decides that it leads to another server.
    boolean mayLeave;
    boolean escapes;
    boolean chain;
    boolean host;
    boolean last;
    boolean next;
    boolean noEscape;
    boolean appendsQuery;
    boolean discardsQuery;
    boolean skipsValve;
    // Of a redirect or an error; 0 if there is none.
    int status;
    int skip;
    String type;
    final Map<String, Template> env = new LinkedHashMap<>();
    final List<Cookies> cookies = new ArrayList<>();

    Rule(int line, List<Condition> conditions) {
        this.line = line;
        this.conditions = conditions;
    }

    /**
     * A cookie that it sets. Immutable.
     *
     * @param plain all of it except the value
     */
    record Cookies(Cookie plain, Template value) {}

    boolean redirects() {
        return status / 100 == 3;
    }

    boolean refuses() {
        return status >= 400;
    }
}
