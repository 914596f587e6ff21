package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A lock on a collection with an owner of almost 2 KB, as many as are taken, and a PROPFIND of its
 * members: the owner does not come once per member.
 */
record PropfindFault() implements Scenario {
    private static final int OWNER = 1900;

    @Override
    public String name() {
        return "propfind";
    }

    @Override
    public FaultPlan plan(Wire wire, int jdk) {
        return FaultPlan.USUAL.with("dav");
    }

    @Override
    public int slowest() {
        return 1000;
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        Client client = scene.server().plain();
        int unlocked = propfind(client).size();
        Answer lock = client.send(lock(), 3000);
        List<Long> times = new ArrayList<>();
        int locked = 0;
        for (int i = 0; i < 5; i++) {
            Answer answer = propfind(client);
            locked = answer.size();
            times.add(answer.millis());
        }
        scene.note(
                "LOCK %d; PROPFIND of %d members: %d KiB unlocked, %d KiB locked, ms %s"
                        .formatted(
                                lock.status(),
                                FaultApplications.MEMBERS,
                                unlocked / 1024,
                                locked / 1024,
                                times));
        if (lock.status() != 200) {
            scene.note("the lock was refused, so nothing is shown");
        }
        if (locked > unlocked + FaultApplications.MEMBERS * OWNER / 2) {
            scene.broken("the owner of the lock comes once per member");
        }
    }

    private static Answer propfind(Client client) throws IOException {
        Answer answer =
                client.send(
                        "PROPFIND /dav/members/ HTTP/1.1\r\nHost: localhost\r\nDepth: 1\r\n"
                                + "Connection: close\r\nContent-Length: 0\r\n\r\n",
                        5000);
        if (answer.status() != 207) {
            throw new IOException("PROPFIND: " + answer.status());
        }
        return answer;
    }

    private static String lock() {
        String body =
                "<lockinfo xmlns=\"DAV:\"><lockscope><exclusive/></lockscope><locktype><write/>"
                        + "</locktype><owner>"
                        + "o".repeat(OWNER)
                        + "</owner></lockinfo>";
        return "LOCK /dav/members/ HTTP/1.1\r\nHost: localhost\r\nDepth: infinity\r\n"
                + "Connection: close\r\nContent-Type: application/xml\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }
}
