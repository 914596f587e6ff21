package dev.serval.files;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The tag of a file among those that a client has, and the fields of a file, encoded once. */
@State(Scope.Thread)
public class EntityTagBenchmark {
    private String tag = "\"9126-1763683200000\"";
    private String one = "\"9126-1763683200000\"";
    private String five =
            "\"1-1763683200000\", \"2-1763683200000\", W/\"3-1763683200000\","
                    + " \"4-1763683200000\", \"9126-1763683200000\"";

    @Benchmark
    public boolean matchesOne() {
        return EntityTags.anyMatches(one, tag, false);
    }

    @Benchmark
    public boolean matchesLastOfFive() {
        return EntityTags.anyMatches(five, tag, false);
    }

    @Benchmark
    public String fieldsOfFile() {
        Representation file =
                Representation.of("text/html", 9126, 1_763_683_200_000L, 1_795_000_000_000L);
        return new FileHead(file).wholeFields().toString();
    }
}
