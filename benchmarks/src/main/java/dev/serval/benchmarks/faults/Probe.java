package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * One thing that is asked for again and again, on a new connection each time. Immutable.
 *
 * @param name as the table tells of it
 * @param fields of the request, whole lines; may be empty
 * @param body what the response has to end in
 */
record Probe(String name, Client client, String path, String fields, String body) {

    void ask(Tally tally, int millis) {
        long begun = System.nanoTime();
        String failure;
        try {
            Answer answer = client.get(path, fields, millis);
            failure = answer.bytes().isEmpty() ? "closed" : "status " + answer.status();
            if (answer.status() == 200) {
                failure = answer.body().endsWith(body) ? null : "another body";
            }
        } catch (IOException e) {
            failure = e.getClass().getSimpleName();
        }
        tally.add(name, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun), failure);
    }
}
