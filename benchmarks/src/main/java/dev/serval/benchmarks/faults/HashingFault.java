package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Two hundred connections log in by names that do not exist, each of which costs a hash of 600,000
 * rounds: files, servlets and a user who is logged in do not wait for them.
 */
record HashingFault() implements Scenario {
    private static final int CONNECTIONS = 200;
    private static final int MILLIS = 5000;

    @Override
    public String name() {
        return "hashing";
    }

    @Override
    public FaultPlan plan(Wire wire, int jdk) {
        return FaultPlan.USUAL.timeout(3000).with("basic");
    }

    @Override
    public int slowest() {
        return 1000;
    }

    @Override
    public void prepare(Scene scene) throws IOException {
        String user = Users.basic(Users.HASHED, Users.PASSWORD);
        Client client = scene.server().plain();
        Answer answer = client.get("/basic/guarded", user, 5000);
        if (answer.status() != 200) {
            throw new IOException("the user cannot log in: " + answer.status());
        }
        scene.ask(new Probe("logged in", client, "/basic/guarded", user, "hi"));
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        Map<Integer, Integer> statuses = new TreeMap<>();
        int names = 0;
        for (int i = 0; i < CONNECTIONS; i++) {
            sockets.add(scene.hold(scene.server().plain().open(2000)));
            say(sockets.get(i), "nobody" + names++);
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
        byte[] bytes = new byte[8192];
        while (System.nanoTime() < end) {
            for (Socket socket : sockets) {
                try {
                    InputStream in = socket.getInputStream();
                    if (in.available() > 12) {
                        String head =
                                new String(bytes, 0, in.read(bytes), StandardCharsets.ISO_8859_1);
                        int status = new Answer(head, 0).status();
                        statuses.merge(status, 1, Integer::sum);
                        if (status == 503 && !head.contains("Retry-After")) {
                            scene.broken("a 503 without Retry-After");
                        }
                        say(socket, "nobody" + names++);
                    }
                } catch (IOException e) {
                    // Closed by the server; the others go on.
                }
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        scene.note("made-up names were answered, by status: " + statuses);
    }

    private static void say(Socket socket, String name) throws IOException {
        socket.getOutputStream()
                .write(
                        ("GET /basic/guarded HTTP/1.1\r\nHost: localhost\r\n"
                                        + Users.basic(name, "wrong")
                                        + "\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
    }
}
