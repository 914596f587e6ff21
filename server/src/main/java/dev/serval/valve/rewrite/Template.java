package dev.serval.valve.rewrite;

import dev.serval.settings.NearestName;
import dev.serval.valve.BoundedText.NoneLeft;
import dev.serval.valve.rewrite.RewriteMaps.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A text with references to matches of expressions, to server variables and to maps. Immutable. */
final class Template {
    private final List<Part> parts = new ArrayList<>();

    /** A part of the text. Immutable. */
    @FunctionalInterface
    interface Part {
        void append(Scope scope, boolean escapes, StringBuilder out);
    }

    private Template() {}

    /**
     * @param word as in the file
     * @param maps by name
     */
    static Template of(Word word, Map<String, Lookup> maps) throws RuleMistake {
        Template template = new Template();
        template.read(word.text(), word.column(), maps);
        return template;
    }

    private void read(String text, int column, Map<String, Lookup> maps) throws RuleMistake {
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
            boolean reference = c == '$' || c == '%';
            if (c == '\\' && next != 0) {
                literal.append(next);
                at += 2;
            } else if (reference && next >= '0' && next <= '9') {
                literal(literal);
                int group = next - '0';
                boolean rule = c == '$';
                parts.add((scope, escapes, out) -> out.append(scope.group(rule, group, escapes)));
                at += 2;
            } else if (reference && next == '{') {
                literal(literal);
                int end = end(text, at + 2, column);
                String inner = text.substring(at + 2, end);
                parts.add(c == '$' ? map(inner, column + at, maps) : variable(inner, column + at));
                at = end + 1;
            } else {
                literal.append(c);
                at++;
            }
        }
        literal(literal);
    }

    private void literal(StringBuilder literal) {
        if (!literal.isEmpty()) {
            String text = literal.toString();
            parts.add((scope, escapes, out) -> out.append(text));
            literal.setLength(0);
        }
    }

    /** The closing brace for the one that was opened before. */
    private static int end(String text, int from, int column) throws RuleMistake {
        int depth = 1;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                return at;
            }
        }
        throw new RuleMistake(column + from - 2, "a } is missing at the end");
    }

    private static Part variable(String name, int column) throws RuleMistake {
        int colon = name.indexOf(':');
        if (colon < 0) {
            ServerVariable variable = ServerVariable.named(name);
            if (variable == null) {
                throw new RuleMistake(
                        column,
                        "%{"
                                + name
                                + "} is not a server variable"
                                + NearestName.hint(name, ServerVariable.names()));
            }
            return (scope, escapes, out) -> out.append(or(variable.of(scope)));
        }
        String key = name.substring(colon + 1);
        return switch (name.substring(0, colon)) {
            case "ENV" ->
                    (scope, escapes, out) -> {
                        Object value = scope.request().getAttribute(key);
                        out.append(value == null ? "" : value.toString());
                    };
            case "HTTP" -> (scope, escapes, out) -> out.append(or(scope.request().getHeader(key)));
            case "SSL" -> {
                TlsVariable variable = TlsVariable.named(key);
                if (variable == null) {
                    throw new RuleMistake(
                            column,
                            "%{"
                                    + name
                                    + "} is unknown"
                                    + NearestName.hint(key, TlsVariable.names()));
                }
                yield (scope, escapes, out) -> out.append(or(variable.of(scope.request())));
            }
            default ->
                    throw new RuleMistake(
                            column, "%{" + name + "} is neither ENV:, SSL: nor HTTP:");
        };
    }

    private static String or(String value) {
        return value == null ? "" : value;
    }

    private static Part map(String inner, int column, Map<String, Lookup> maps) throws RuleMistake {
        int colon = inner.indexOf(':');
        if (colon < 0) {
            throw new RuleMistake(column, "${" + inner + "} is not of the form ${map:key}");
        }
        String name = inner.substring(0, colon);
        Lookup map = maps.get(name);
        if (map == null) {
            throw new RuleMistake(
                    column,
                    "there is no RewriteMap " + name + NearestName.hint(name, maps.keySet()));
        }
        int bar = bar(inner, colon + 1);
        int keyEnd = bar < 0 ? inner.length() : bar;
        Template key = of(new Word(inner.substring(colon + 1, keyEnd), column + colon + 3), maps);
        Template otherwise =
                of(new Word(bar < 0 ? "" : inner.substring(bar + 1), column + keyEnd + 3), maps);
        return (scope, escapes, out) -> {
            String found = map.lookup(key.expand(scope, false), scope.request());
            out.append(found != null ? found : otherwise.expand(scope, escapes));
        };
    }

    /** The bar before the default for an unknown key; -1 if there is none. */
    private static int bar(String text, int from) {
        int depth = 0;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == '|' && depth == 0) {
                return at;
            }
        }
        return -1;
    }

    /**
     * The text for a request.
     *
     * @param escapes whether matches of expressions are encoded for a URI
     */
    String expand(Scope scope, boolean escapes) {
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            part.append(scope, escapes, out);
            if (out.length() > Scope.MOST_CHARS) {
                throw new NoneLeft();
            }
        }
        return out.toString();
    }
}
