package dev.serval.benchmarks.faults;

import java.util.Map;

/** TLS handshakes while the system gives no more threads: not a report per connection. */
record HandshakeFault() implements WithoutThreads {
    private static final int MILLIS = 4000;
    // Twenty refusals a minute, and what the threads of the server say.
    private static final int REPORTS = 30;

    @Override
    public String name() {
        return "handshakes";
    }

    @Override
    public boolean isColdStart() {
        return true;
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        Limited.noMore(scene.server());
        Map<String, Integer> outcomes =
                Crowd.of(
                        20,
                        MILLIS,
                        600,
                        () -> "status " + scene.server().tls().get("/hello", "", 1500).status());
        scene.note("requests over TLS: " + outcomes);
        long reports = scene.server().logged(" SRV-");
        if (reports > REPORTS) {
            scene.broken(reports + " reports in the log");
        }
    }
}
