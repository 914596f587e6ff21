package dev.serval.benchmarks;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One row of a load suite: which files, by how many clients, how. Immutable.
 *
 * @param name short, for people
 * @param client the load generator
 * @param paths what is asked for, in turn
 * @param sizes bytes of the files at those paths; 0 for the servlet
 * @param clients connections at once
 * @param keepAlive whether a connection is used for more than one request
 * @param amount requests of ab, seconds of wrk
 */
record Scenario(
        String name,
        LoadClient client,
        List<String> paths,
        List<Integer> sizes,
        int clients,
        boolean keepAlive,
        int amount) {

    static Scenario files(String name, int clients, boolean keepAlive, int seconds, int... sizes) {
        return new Scenario(
                name,
                LoadClient.WRK,
                IntStream.of(sizes).mapToObj(size -> "/" + size + ".txt").toList(),
                IntStream.of(sizes).boxed().toList(),
                clients,
                keepAlive,
                seconds);
    }

    /** The static files of the literature. */
    static List<Scenario> literature(int seconds) {
        return List.of(
                files("13 B, 149 clients", 149, true, seconds, 13),
                files("9,126 B, 149 clients", 149, true, seconds, 9126),
                files("4, 10, 40 KB, 6 clients", 6, true, seconds, 4096, 10240, 40960),
                files("4, 10, 40 KB, 30 clients", 30, true, seconds, 4096, 10240, 40960),
                files("31,819 B, 25 clients", 25, true, seconds, 31819),
                files("31,819 B, 25 clients, one request each", 25, false, seconds, 31819),
                files("4 KB, 25 clients, one request each", 25, false, seconds, 4096),
                files("109,518 B, 25 clients, one request each", 25, false, seconds, 109518),
                files("5 MiB, 64 clients", 64, true, seconds, 5 << 20));
    }

    double meanSize() {
        return sizes.stream().mapToInt(Integer::intValue).average().orElse(0);
    }
}
