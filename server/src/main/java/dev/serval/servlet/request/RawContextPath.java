package dev.serval.servlet.request;

import dev.serval.http.HttpError;
import dev.serval.http.PathRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The front of a raw path that led to a context (Servlet 6.1 §3.6). Stateless. */
final class RawContextPath {
    private RawContextPath() {}

    /**
     * As the client wrote it: with its escapes, empty segments and dots; but one slash begins it,
     * since two would make a URL of a redirect to it that names another server.
     *
     * @param received the whole path
     * @param own how the context writes its path, which most clients do, too
     * @param path the same, decoded
     */
    static String of(String received, String own, String path, PathRules rules) {
        int begin = 0;
        while (received.startsWith("//", begin)) {
            begin++;
        }
        String raw = received.substring(begin);
        if (raw.startsWith(own) && endsSegment(raw, own.length())) {
            return own;
        }
        String front = front(raw, (int) path.chars().filter(c -> c == '/').count());
        return path.equals(normal(front, rules)) ? front : own;
    }

    /** As much as leads to so many segments, in one pass: what goes back does not count. */
    private static String front(String raw, int depth) {
        List<Integer> ends = new ArrayList<>();
        int end = 0;
        while (end < raw.length()) {
            int begin = end + 1;
            int slash = raw.indexOf('/', begin);
            end = slash < 0 ? raw.length() : slash;
            String segment = raw.substring(begin, end);
            if (!segment.equals("..")) {
                if (!segment.isEmpty() && !segment.equals(".")) {
                    ends.add(end);
                }
            } else if (!ends.isEmpty()) {
                ends.remove(ends.size() - 1);
            }
        }
        return ends.size() < depth ? raw : raw.substring(0, ends.get(depth - 1));
    }

    private static boolean endsSegment(String raw, int at) {
        return at == raw.length() || raw.charAt(at) == '/' || raw.charAt(at) == ';';
    }

    private static String normal(String front, PathRules rules) {
        byte[] bytes = front.getBytes(StandardCharsets.ISO_8859_1);
        try {
            return PathNormalizer.normalize(
                    bytes, 0, bytes.length, rules, StandardCharsets.UTF_8, leniency -> {});
        } catch (HttpError e) {
            // A front need not be a path that would be answered.
            return null;
        }
    }
}
