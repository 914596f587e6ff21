package dev.serval.tests;

import dev.serval.http.Refusal;
import dev.serval.tests.Row.End;
import dev.serval.tests.Row.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the rows of a section: a rule, then inputs by what becomes of them. Used while a test
 * class gives its rows. A rule by which something is refused must have an input that is accepted,
 * too: a server that refuses everything would pass else.
 */
final class Rules {
    private final List<Row> rows = new ArrayList<>();
    private String section;
    private String rule;

    private Rules(String section) {
        this.section = section;
    }

    static Rules of(String section) {
        return new Rules(section);
    }

    /** Those that follow belong to another section. */
    Rules section(String next) {
        section = next;
        return this;
    }

    /** Those that follow prove this. */
    Rules rule(String sentence) {
        rule = sentence;
        return this;
    }

    /** Refused by the connector with that page; the connection ends. */
    Rules refuses(Refusal refusal, String... inputs) {
        return closes(Reply.refused(refusal), inputs);
    }

    /** Answered so; the connection is kept. */
    Rules answers(Reply reply, String... inputs) {
        for (String input : inputs) {
            talks(End.KEPT, new Turn(input, reply));
        }
        return this;
    }

    /** Answered so, with the announcement of the end; the connection ends. */
    Rules closes(Reply reply, String... inputs) {
        for (String input : inputs) {
            talks(End.CLOSED, new Turn(input, reply.connection("close")));
        }
        return this;
    }

    /** Several requests at once: answered so, in this order; the connection is kept. */
    Rules answersAll(String input, Reply... replies) {
        return talks(End.KEPT, new Turn(input, replies));
    }

    /** Nothing follows the input: the client ends its side, and gets these answers and the end. */
    Rules ends(String input, Reply... replies) {
        return talks(End.FINISHED, new Turn(input, replies));
    }

    /** The same, but the stream ends without a word of TLS about it. */
    Rules truncates(String input, Reply... replies) {
        return talks(End.TRUNCATED, new Turn(input, replies));
    }

    /** Answered so, and over TLS refused. */
    Rules refusesOverTls(Refusal refusal, Reply otherwise, String... inputs) {
        for (String input : inputs) {
            Turn refused = new Turn(input, Reply.refused(refusal).connection("close"));
            Row overTls = new Row(section, rule, List.of(refused), End.CLOSED, null);
            Turn answered = new Turn(input, otherwise);
            rows.add(new Row(section, rule, List.of(answered), End.KEPT, overTls));
        }
        return this;
    }

    /** Turn by turn. */
    Rules talks(End end, Turn... turns) {
        rows.add(new Row(section, rule, List.of(turns), end, null));
        return this;
    }

    List<Row> rows() {
        Set<String> refused = new HashSet<>();
        Set<String> accepted = new HashSet<>();
        Set<List<String>> pairs = new HashSet<>();
        for (Row row : rows) {
            (row.refuses() ? refused : accepted).add(row.rule());
            if (!pairs.add(List.of(row.rule(), row.input()))) {
                throw new IllegalStateException("twice: " + row);
            }
        }
        refused.removeAll(accepted);
        if (!refused.isEmpty()) {
            throw new IllegalStateException("nothing is accepted by: " + refused);
        }
        return List.copyOf(rows);
    }
}
