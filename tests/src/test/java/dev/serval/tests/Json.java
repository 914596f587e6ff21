package dev.serval.tests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON as maps, lists, strings, doubles, booleans and null. Owned by a call. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** A text that is JSON; what is not fails somehow. */
    static Object read(String text) {
        return new Json(text).value();
    }

    /** Maps, lists, numbers, booleans and null; everything else as a string. */
    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((name, each) -> entries.add(write(name) + ":" + write(each)));
            return "{" + String.join(",", entries) + "}";
        }
        if (value instanceof List<?> list) {
            return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
        }
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : value.toString().toCharArray()) {
            boolean plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
            quoted.append(plain ? String.valueOf(c) : "\\u%04x".formatted((int) c));
        }
        return quoted.append('"').toString();
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    private boolean skip(char c) {
        boolean there = next() == c;
        at += there ? 1 : 0;
        return there;
    }

    private Object value() {
        switch (next()) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            default:
                int start = at;
                while (at < text.length() && ",]} \r\n\t".indexOf(text.charAt(at)) < 0) {
                    at++;
                }
                String word = text.substring(start, at);
                return switch (word) {
                    case "null" -> null;
                    case "true", "false" -> Boolean.valueOf(word);
                    default -> Double.valueOf(word);
                };
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        while (!skip('}')) {
            next();
            String name = string();
            if (!skip(':')) {
                throw new IllegalArgumentException(text + " at " + at);
            }
            object.put(name, value());
            skip(',');
        }
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        at++;
        while (!skip(']')) {
            array.add(value());
            skip(',');
        }
        return array;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            char c = text.charAt(at++);
            string.append(c == '\\' ? escaped() : c);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char c = text.charAt(at++);
        if (c == 'u') {
            at += 4;
            return (char) Integer.parseInt(text, at - 4, at, 16);
        }
        int known = "bfnrt".indexOf(c);
        return known < 0 ? c : "\b\f\n\r\t".charAt(known);
    }
}
