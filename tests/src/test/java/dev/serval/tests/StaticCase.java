package dev.serval.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One request for a file and what its answer must be, wherever the file comes from. Immutable. In
 * field lines {@code @tag} stands for the entity tag of the file, {@code @opaque} for the same
 * without a mark of weakness, and {@code @date} for its Last-Modified date.
 *
 * @param method of the request
 * @param path below the context
 * @param fields of the request
 * @param status of the answer
 * @param file what a 200 or 206 sends; null for other answers
 * @param first offset of the first byte of a part; -1 for the whole
 * @param last offset of its last byte
 */
record StaticCase(
        String method,
        String path,
        List<String> fields,
        int status,
        String file,
        int first,
        int last) {

    private static final String HELLO = "hello.txt";
    private static final int HELLO_LENGTH = Site.HELLO.length();
    private static final String OLDER = "Mon, 01 Jan 2024 00:00:00 GMT";
    private static final String NEWER = "Wed, 01 Jan 2025 00:00:00 GMT";

    /** Files of the site and their types. */
    static final Map<String, String> FILES =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry(HELLO, "text/plain"),
                            Map.entry("page.html", "text/html"),
                            Map.entry("style.css", "text/css"),
                            Map.entry("script.js", "text/javascript"),
                            Map.entry("data.json", "application/json"),
                            Map.entry("empty.txt", "text/plain"),
                            Map.entry("4k.bin", "application/octet-stream"),
                            Map.entry("9k.bin", "application/octet-stream"),
                            Map.entry("40k.bin", "application/octet-stream"),
                            Map.entry("107k.bin", "application/octet-stream"),
                            Map.entry("dir/deep/er/page.html", "text/html")));

    /** A field of a request, and whether its condition is met; the field may be null. */
    private record Condition(String field, boolean met) {}

    private static final List<Condition> IF_MATCH =
            List.of(
                    new Condition(null, true),
                    new Condition("If-Match: @tag", true),
                    new Condition("If-Match: *", true),
                    new Condition("If-Match: \"x\", @tag", true),
                    // RFC 9110 §13.1.1: compared strongly
                    new Condition("If-Match: W/@opaque", false),
                    new Condition("If-Match: \"x\"", false));
    private static final List<Condition> IF_NONE_MATCH =
            List.of(
                    new Condition(null, true),
                    new Condition("If-None-Match: \"x\"", true),
                    new Condition("If-None-Match: \"x\", W/\"y\"", true),
                    new Condition("If-None-Match: @tag", false),
                    new Condition("If-None-Match: *", false),
                    new Condition("If-None-Match: \"x\", @tag", false),
                    // RFC 9110 §13.1.2: compared weakly
                    new Condition("If-None-Match: W/@opaque", false));
    private static final List<Condition> IF_UNMODIFIED_SINCE =
            List.of(
                    new Condition(null, true),
                    new Condition("If-Unmodified-Since: @date", true),
                    new Condition("If-Unmodified-Since: " + NEWER, true),
                    new Condition("If-Unmodified-Since: whenever", true),
                    new Condition("If-Unmodified-Since: " + OLDER, false));
    private static final List<Condition> IF_MODIFIED_SINCE =
            List.of(
                    new Condition(null, true),
                    new Condition("If-Modified-Since: " + OLDER, true),
                    new Condition("If-Modified-Since: whenever", true),
                    new Condition("If-Modified-Since: @date", false),
                    new Condition("If-Modified-Since: " + NEWER, false));
    private static final List<Condition> IF_RANGE =
            List.of(
                    new Condition(null, true),
                    new Condition("If-Range: @tag", true),
                    new Condition("If-Range: @date", true),
                    // RFC 9110 §13.1.5: only a strong validator that is exactly the file's
                    new Condition("If-Range: W/@opaque", false),
                    new Condition("If-Range: \"x\"", false),
                    new Condition("If-Range: " + OLDER, false));

    /** Every case, no two the same. */
    static List<StaticCase> all() {
        List<StaticCase> cases = new ArrayList<>();
        for (String method : List.of("GET", "HEAD")) {
            for (String file : FILES.keySet()) {
                cases.add(whole(method, "/" + file, file));
            }
            conditions(cases, method, IF_MATCH, IF_NONE_MATCH);
            conditions(cases, method, IF_UNMODIFIED_SINCE, IF_MODIFIED_SINCE);
            // RFC 9110 §13.2.2: a date is not looked at where there is a tag.
            precedence(cases, method);
        }
        ranges(cases);
        methods(cases);
        paths(cases);
        return List.copyOf(cases);
    }

    /** RFC 9110 §13.2.2: first what must hold, or 412; then what may be known, or 304. */
    private static void conditions(
            List<StaticCase> cases, String method, List<Condition> must, List<Condition> news) {
        for (Condition first : must) {
            for (Condition second : news) {
                if (first.field == null && second.field == null) {
                    continue;
                }
                List<String> fields = fields(first, second);
                if (!first.met) {
                    cases.add(without(method, "/" + HELLO, 412, fields));
                } else if (!second.met) {
                    cases.add(without(method, "/" + HELLO, 304, fields));
                } else {
                    cases.add(whole(method, "/" + HELLO, HELLO, fields));
                }
            }
        }
    }

    private static void precedence(List<StaticCase> cases, String method) {
        for (Condition tag : IF_MATCH.subList(1, IF_MATCH.size())) {
            List<String> fields = List.of(tag.field, "If-Unmodified-Since: " + OLDER);
            cases.add(
                    tag.met
                            ? whole(method, "/" + HELLO, HELLO, fields)
                            : without(method, "/" + HELLO, 412, fields));
        }
        for (Condition tag : IF_NONE_MATCH.subList(1, IF_NONE_MATCH.size())) {
            String date = tag.met ? "If-Modified-Since: @date" : "If-Modified-Since: " + OLDER;
            List<String> fields = List.of(date, tag.field);
            cases.add(
                    tag.met
                            ? whole(method, "/" + HELLO, HELLO, fields)
                            : without(method, "/" + HELLO, 304, fields));
        }
    }

    private static void ranges(List<StaticCase> cases) {
        record Part(String text, int first, int last) {}
        int end = HELLO_LENGTH - 1;
        List<Part> parts =
                List.of(
                        new Part("0-0", 0, 0),
                        new Part("0-12", 0, end),
                        new Part("5-", 5, end),
                        new Part("-5", end - 4, end),
                        new Part("5-99", 5, end),
                        new Part("0-1,2-3", 0, 3));
        for (Part part : parts) {
            for (Condition condition : IF_RANGE) {
                List<String> fields = new ArrayList<>(List.of("Range: bytes=" + part.text));
                if (condition.field != null) {
                    fields.add(condition.field);
                }
                cases.add(
                        condition.met
                                ? part("/" + HELLO, HELLO, part.first, part.last, fields)
                                : whole("GET", "/" + HELLO, HELLO, fields));
            }
            // RFC 9110 §14.2: defined for GET alone.
            cases.add(whole("HEAD", "/" + HELLO, HELLO, List.of("Range: bytes=" + part.text)));
            cases.add(
                    without(
                            "GET",
                            "/" + HELLO,
                            304,
                            List.of("Range: bytes=" + part.text, "If-None-Match: @tag")));
            cases.add(
                    without(
                            "GET",
                            "/" + HELLO,
                            412,
                            List.of("Range: bytes=" + part.text, "If-Match: \"x\"")));
        }
        for (String none : List.of("13-", "20-30", "-0", "99-,100-")) {
            List<String> fields = List.of("Range: bytes=" + none);
            cases.add(without("GET", "/" + HELLO, 416, fields));
            cases.add(whole("HEAD", "/" + HELLO, HELLO, fields));
        }
        for (String nonsense : List.of("bytes=x", "bytes=5-2", "lines=0-1", "bytes=-", "bytes")) {
            cases.add(whole("GET", "/" + HELLO, HELLO, List.of("Range: " + nonsense)));
        }
        for (int kib : List.of(4, 9, 40, 107)) {
            String file = kib + "k.bin";
            int size = kib * 1024;
            cases.add(part("/" + file, file, 0, 0, List.of("Range: bytes=0-0")));
            cases.add(part("/" + file, file, size - 1, size - 1, List.of("Range: bytes=-1")));
            cases.add(part("/" + file, file, 1, size - 2, List.of("Range: bytes=1-" + (size - 2))));
            cases.add(without("GET", "/" + file, 416, List.of("Range: bytes=" + size + "-")));
        }
        cases.add(
                part(
                        "/5m.bin",
                        "5m.bin",
                        1_000_000,
                        1_999_999,
                        List.of("Range: bytes=1000000-1999999")));
        cases.add(whole("HEAD", "/5m.bin", "5m.bin"));
        cases.add(whole("GET", "/5m.bin", "5m.bin"));
    }

    private static void methods(List<StaticCase> cases) {
        for (String path : List.of("/" + HELLO, "/107k.bin", "/dir/")) {
            cases.add(without("OPTIONS", path, 200, List.of()));
            for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "PROPFIND")) {
                cases.add(without(method, path, 405, List.of()));
            }
        }
        for (String method : List.of("OPTIONS", "POST", "PUT", "DELETE", "PATCH")) {
            cases.add(without(method, "/missing", 404, List.of()));
        }
    }

    private static void paths(List<StaticCase> cases) {
        Map<String, String> odd =
                Map.of(
                        "/odd%20names/with%20space.txt", "odd names/with space.txt",
                        "/odd%20names/100%25.txt", "odd names/100%.txt",
                        "/odd%20names/a+b&c=d@e!.txt", "odd names/a+b&c=d@e!.txt",
                        "/odd%20names/Gr%C3%BC%C3%9Fe.txt", "odd names/Grüße.txt",
                        "/odd%20names/...txt", "odd names/...txt",
                        "/hell%6F.txt", HELLO,
                        "/hello.txt?query=1", HELLO,
                        "/hello.txt;parameter=1", HELLO);
        odd.forEach((path, file) -> cases.add(whole("GET", path, file)));
        cases.add(whole("GET", "/", "index.html"));
        cases.add(whole("GET", "/dir/", "dir/index.html"));
        cases.add(whole("GET", "/dir/?x", "dir/index.html"));
        cases.add(whole("HEAD", "/dir/", "dir/index.html"));
        cases.add(without("GET", "/dir/", 304, List.of("If-None-Match: *")));
        for (String redirected : List.of("/dir", "/dir?x=y", "/dir/deep")) {
            cases.add(without("GET", redirected, 302, List.of()));
            cases.add(without("HEAD", redirected, 302, List.of()));
        }
        for (String nothing :
                List.of(
                        "/missing",
                        "/missing/",
                        "/hello.txt/",
                        "/hello.txt/more",
                        "/HELLO.TXT",
                        "/case.txt",
                        "/bare/",
                        "/dir/deep/",
                        "/page.jsp",
                        "/WEB-INF/secret.txt",
                        "/WEB-INF/",
                        "/WEB-INF",
                        "/web-inf/secret.txt",
                        "/META-INF/secret.txt",
                        "/WEB-INF/classes/secret.txt",
                        "/odd%20names/Gru%CC%88%C3%9Fe.txt")) {
            int status = nothing.equals("/page.jsp") ? 501 : 404;
            cases.add(without("GET", nothing, status, List.of()));
        }
    }

    private static List<String> fields(Condition... conditions) {
        List<String> fields = new ArrayList<>();
        for (Condition condition : conditions) {
            if (condition.field != null) {
                fields.add(condition.field);
            }
        }
        return fields;
    }

    private static StaticCase whole(String method, String path, String file) {
        return whole(method, path, file, List.of());
    }

    private static StaticCase whole(String method, String path, String file, List<String> fields) {
        return new StaticCase(method, path, fields, 200, file, -1, -1);
    }

    private static StaticCase part(
            String path, String file, int first, int last, List<String> fields) {
        return new StaticCase("GET", path, fields, 206, file, first, last);
    }

    private static StaticCase without(String method, String path, int status, List<String> fields) {
        return new StaticCase(method, path, fields, status, null, -1, -1);
    }

    @Override
    public String toString() {
        return method + " " + path + " " + fields + " -> " + status;
    }
}
