package dev.serval.benchmarks;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a load client asks for, again and again. Immutable.
 *
 * @param paths in turn
 * @param sizes bytes of the answers' bodies
 * @param body what is posted; null for GET
 * @param session whether it belongs to a session, whose cookie every request has
 */
record Request(List<String> paths, List<Integer> sizes, String body, boolean session) {

    /** Files, named after their sizes. */
    static Request files(int... sizes) {
        return new Request(
                IntStream.of(sizes).mapToObj(size -> "/" + size + ".txt").toList(),
                IntStream.of(sizes).boxed().toList(),
                null,
                false);
    }

    /** A servlet that answers in 13 bytes. */
    static Request servlet(String pattern) {
        return new Request(List.of(Servlets.CONTEXT + pattern), List.of(13), null, false);
    }

    static Request post(String pattern, String body) {
        return new Request(
                List.of(Servlets.CONTEXT + pattern), List.of(body.length()), body, false);
    }

    Request withSession() {
        return new Request(paths, sizes, body, true);
    }

    Request ofSize(int bytes) {
        return new Request(paths, List.of(bytes), body, session);
    }

    boolean isServlet() {
        return paths.get(0).startsWith(Servlets.CONTEXT + "/");
    }

    double meanSize() {
        return sizes.stream().mapToInt(Integer::intValue).average().orElse(0);
    }
}
