package dev.serval.valve.accesslog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a pattern of letters whose lines are JSON objects (RFC 8259), with the names that Tomcat's
 * JsonAccessLogValve gives the letters. Stateless. Values are strings; a missing value is {@code
 * -}. Text between the letters is left out, as is the second of two equal letters. Fields, cookies,
 * attributes and {@code %{c}L} are in objects of their own, with the content of the braces as
 * names.
 */
public final class JsonPattern {
    private static final Map<Character, String> NAMES = names();

    /** The letters that have objects, in the order of these. */
    private static final Map<Character, String> OBJECTS = objects();

    private JsonPattern() {}

    private static Map<Character, String> names() {
        Map<Character, String> names = new LinkedHashMap<>();
        names.put('a', "remoteAddr");
        names.put('A', "localAddr");
        names.put('b', "size");
        names.put('B', "byteSentNC");
        names.put('D', "elapsedTime");
        names.put('F', "firstByteTime");
        names.put('h', "host");
        names.put('H', "protocol");
        names.put('I', "threadName");
        names.put('l', "logicalUserName");
        names.put('L', "requestId"); // Serval's own letter
        names.put('m', "method");
        names.put('p', "port");
        names.put('q', "query");
        names.put('r', "request");
        names.put('s', "statusCode");
        names.put('S', "sessionId");
        names.put('t', "time");
        names.put('T', "elapsedTimeS");
        names.put('u', "user");
        names.put('U', "path");
        names.put('v', "localServerName");
        names.put('X', "connectionStatus");
        return names;
    }

    private static Map<Character, String> objects() {
        Map<Character, String> objects = new LinkedHashMap<>();
        objects.put('r', "requestAttributes");
        objects.put('c', "cookies");
        objects.put('s', "sessionAttributes");
        objects.put('i', "requestHeaders");
        objects.put('L', "identifier");
        objects.put('o', "responseHeaders");
        return objects;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException as {@link AccessLogPattern#parse(String)}; also for a quote
     *     or a backslash in the format of a date
     */
    public static AccessLogPattern parse(String pattern, LineForm form) {
        Map<String, LogElement> simple = new LinkedHashMap<>();
        Map<Character, Map<String, LogElement>> inner = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        Wanted wanted = new Wanted();
        for (PatternToken token : PatternToken.split(pattern)) {
            if (token.text() != null) {
                continue;
            }
            char letter = token.letter();
            String argument = token.argument();
            if (letter == 't' && argument != null && argument.matches("(?s).*[\"\\\\].*")) {
                throw new IllegalArgumentException(
                        "the date " + argument + " would not be a string in JSON");
            }
            LogElement element = PatternLetters.element(letter, argument, form);
            if (element == null) {
                unknown.add(token.shown());
                element = (line, completed) -> line.one('-');
            } else {
                wanted.by(letter, argument);
            }
            if (argument != null && OBJECTS.containsKey(letter)) {
                inner.computeIfAbsent(letter, each -> new LinkedHashMap<>())
                        .putIfAbsent(argument, element);
            } else {
                String name = NAMES.getOrDefault(letter, "other-" + letter);
                simple.putIfAbsent(argument == null ? name : name + "-" + argument, element);
            }
        }
        List<LogElement> elements = new ArrayList<>();
        begin(elements, "{");
        boolean first = members(elements, simple, true);
        for (Map.Entry<Character, String> object : OBJECTS.entrySet()) {
            Map<String, LogElement> members = inner.get(object.getKey());
            if (members != null) {
                begin(elements, (first ? "" : ",") + "\"" + object.getValue() + "\":{");
                members(elements, members, true);
                begin(elements, "}");
                first = false;
            }
        }
        begin(elements, "}");
        return new AccessLogPattern(elements, unknown, wanted.all());
    }

    /** Appends members; false if a comma is needed before the next one. */
    private static boolean members(
            List<LogElement> elements, Map<String, LogElement> members, boolean first) {
        boolean none = first;
        for (Map.Entry<String, LogElement> member : members.entrySet()) {
            begin(elements, (none ? "\"" : ",\"") + escaped(member.getKey()) + "\":\"");
            elements.add(member.getValue());
            begin(elements, "\"");
            none = false;
        }
        return none;
    }

    private static void begin(List<LogElement> elements, String text) {
        elements.add(AccessLogPattern.fixed(text.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Escapes a name from the configuration. */
    private static String escaped(String name) {
        StringBuilder text = new StringBuilder();
        for (char c : name.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c >= ' ' && c < 127) {
                text.append(c);
            } else {
                text.append("\\u").append(String.format("%04x", (int) c));
            }
        }
        return text.toString();
    }
}
