package dev.serval.valve.rewrite;

import dev.serval.http.PercentEncoding;
import dev.serval.valve.BoundedText;
import dev.serval.valve.BoundedText.NoneLeft;
import dev.serval.valve.BoundedText.Steps;
import dev.serval.valve.CallChain;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Applies the rules to one request. Used by one thread. */
final class RewritePass implements Scope {
    /** How often the rules may start again: 1000. */
    static final int MOST_ROUNDS = 1000;

    /** The beginning of a target on another server. */
    static final Pattern LEAVES = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*://");

    private static final int REDIRECT = 302;
    private static final int BAD_REQUEST = 400;

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final CallChain chain;
    // The prefix of paths in rules; empty for rules of the host.
    private final String prefix;
    private final Steps steps = new Steps();
    private final Matched rule = new Matched();
    private final Matched condition = new Matched();
    private String path;
    private String query;
    private String host;
    private boolean skipsValve;
    private boolean inCondition;
    private boolean namesFile;
    // Whether the rule leads to another server.
    private boolean absolute;

    /** The last match of an expression. */
    private static final class Matched {
        private Matcher matcher;

        String group(int group) {
            String found =
                    matcher == null || group > matcher.groupCount() ? null : matcher.group(group);
            return found == null ? "" : found;
        }
    }

    /**
     * @param inContext whether the rules belong to the application
     */
    RewritePass(
            HttpServletRequest request,
            HttpServletResponse response,
            CallChain chain,
            boolean inContext) {
        this.request = request;
        this.response = response;
        this.chain = chain;
        String context = request.getServletContext().getContextPath();
        this.prefix = inContext ? context : "";
        this.path = significant(inContext ? chain.path() : context + chain.path());
        this.query = request.getQueryString();
        this.host = request.getServerName();
    }

    /**
     * Encodes characters with a meaning in a target before expressions see them: a client's encoded
     * character never begins a query, a parameter or an escape.
     */
    private static String significant(String decoded) {
        return decoded.replace("%", "%25").replace("?", "%3F").replace(";", "%3B");
    }

    @Override
    public HttpServletRequest request() {
        return request;
    }

    @Override
    public String inContext() {
        return chain.path();
    }

    @Override
    public String path(String decoded) {
        return decoded == null || namesFile ? decoded : significant(decoded);
    }

    @Override
    public String uri() {
        return inCondition
                ? path(request.getServletContext().getContextPath() + chain.path())
                : request.getRequestURI();
    }

    /** The name of the file that a condition looks for. */
    String fileName(Template text) {
        namesFile = true;
        try {
            return text.expand(this, false);
        } finally {
            namesFile = false;
        }
    }

    @Override
    public String query() {
        return query;
    }

    boolean skipsValve() {
        return skipsValve;
    }

    RequestedFiles resources() {
        return new RequestedFiles(request.getServletContext());
    }

    @Override
    public String group(boolean rules, int group, boolean escapes) {
        String found = (rules ? rule : condition).group(group);
        return escapes && rules ? RewriteMaps.escaped(found) : found;
    }

    boolean matchesCondition(Pattern pattern, String text) {
        return matches(pattern, text, condition);
    }

    private boolean matches(Pattern pattern, String text, Matched matched) {
        Matcher matcher = BoundedText.match(pattern, text, steps);
        if (matcher == null) {
            return false;
        }
        matched.matcher = matcher;
        return true;
    }

    /**
     * Applies the rules.
     *
     * @return true if the request was answered, or sent back to routing
     */
    boolean run(List<Rule> rules) throws IOException {
        String pathBefore = path;
        String queryBefore = query;
        String hostBefore = host;
        int rounds = 0;
        for (int at = 0; at < rules.size(); at++) {
            Rule next = rules.get(at);
            if (!applies(next)) {
                while (at < rules.size() && rules.get(at).chain) {
                    at++;
                }
                continue;
            }
            if (next.refuses()) {
                chain.refuse(next.status, "by the rule in line " + next.line);
                return true;
            }
            // With the references of this rule, before its target is the text of the next one.
            String target = next.substitution == null ? null : changed(next);
            mark(next);
            if (next.redirects() || absolute) {
                redirect(next, target);
                return true;
            }
            if (next.last) {
                break;
            }
            if (next.next) {
                if (++rounds > MOST_ROUNDS) {
                    throw new NoneLeft();
                }
                at = -1;
                continue;
            }
            at += next.skip;
        }
        boolean moved = !host.equals(hostBefore);
        if (path.equals(pathBefore) && Objects.equals(query, queryBefore) && !moved) {
            return false;
        }
        String rest = query == null ? "" : "?" + encoded(query, false);
        try {
            String target = encoded(prefix, false) + encoded(path, false) + rest;
            chain.reroute(target, moved ? host : null);
        } catch (IllegalArgumentException e) {
            chain.refuse(BAD_REQUEST, e.getMessage());
        }
        return true;
    }

    private boolean applies(Rule each) {
        rule.matcher = null;
        condition.matcher = null;
        if (matches(each.pattern, each.host ? host : path, rule) == each.negated) {
            return false;
        }
        inCondition = true;
        boolean holds = holds(each.conditions);
        inCondition = false;
        return holds;
    }

    private boolean holds(List<Condition> conditions) {
        for (int i = 0; i < conditions.size(); i++) {
            boolean holds = conditions.get(i).holds(this);
            if (holds) {
                // The following alternatives need not hold.
                while (i < conditions.size() && conditions.get(i).or()) {
                    i++;
                }
            } else if (!conditions.get(i).or() || i == conditions.size() - 1) {
                return false;
            }
        }
        return true;
    }

    /** Applies the result of a rule to host, path and query; returns the text without query. */
    private String changed(Rule by) {
        String text = by.substitution.expand(this, by.escapes);
        if (by.host) {
            host = text;
            return text;
        }
        int mark = text.indexOf('?');
        String own = mark < 0 ? null : text.substring(mark + 1);
        String target = mark < 0 ? text : text.substring(0, mark);
        if (by.discardsQuery) {
            query = own;
        } else if (own != null) {
            boolean both = by.appendsQuery && query != null && !query.isEmpty();
            query = both ? (own.isEmpty() ? query : own + "&" + query) : own;
        }
        if (query != null && query.isEmpty()) {
            query = null;
        }
        absolute = by.mayLeave && LEAVES.matcher(target).find();
        if (!absolute) {
            // Two slashes would begin the name of a server.
            path = "/" + target.replaceFirst("^[/\\\\]+", "");
        }
        return target;
    }

    /** Applies the other effects of a rule. */
    private void mark(Rule by) {
        by.env.forEach((name, value) -> request.setAttribute(name, value.expand(this, by.escapes)));
        for (Rule.Cookies each : by.cookies) {
            Cookie cookie = (Cookie) each.plain().clone();
            cookie.setValue(RewriteMaps.escaped(each.value().expand(this, false)));
            response.addCookie(cookie);
        }
        if (by.type != null) {
            response.setContentType(by.type);
        }
        skipsValve |= by.skipsValve;
    }

    private void redirect(Rule by, String target) throws IOException {
        String front;
        if (absolute) {
            int authority = target.indexOf("//") + 2;
            int end = target.indexOf('/', authority);
            end = end < 0 ? target.length() : end;
            front =
                    PercentEncoding.ofReference(target.substring(0, end))
                            + encoded(target.substring(end), by.noEscape);
        } else {
            front = encoded(prefix, false) + encoded(path, by.noEscape);
        }
        String rest = query == null ? "" : "?" + encoded(query, by.noEscape);
        int status = by.status == 0 ? REDIRECT : by.status;
        response.sendRedirect(response.encodeRedirectURL(front + rest), status);
    }

    /** Encodes for a URI; encoded characters are kept, and a single percent sign is encoded. */
    private static String encoded(String text, boolean fragments) {
        String whole = text.replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
        return fragments ? PercentEncoding.ofReference(whole) : PercentEncoding.ofQuery(whole);
    }
}
