package dev.serval.benchmarks.faults;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The system gives no more threads, and calls that wait ask for many: a cached file and a refusal
 * need none on NIO and NIO2; when there are threads again, everything is as before, and the log
 * tells of what is refused.
 */
record ThreadFault() implements WithoutThreads {
    private static final int MILLIS = 4000;
    private static final String MALFORMED = "GET / HTTP/1.1\r\nHost: a b\r\n\r\n";

    @Override
    public String name() {
        return "threads";
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        Client plain = scene.server().plain();
        Limited.noMore(scene.server());
        Thread waiting =
                new Thread(
                        () -> {
                            try {
                                Crowd.of(
                                        60,
                                        MILLIS,
                                        Integer.MAX_VALUE,
                                        () -> plain.get("/hello?wait=300", "", 1000).body());
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        waiting.setDaemon(true);
        waiting.start();
        Map<String, Integer> refused =
                Crowd.of(4, MILLIS, 100, () -> "status " + plain.send(MALFORMED, 2000).status());
        TimeUnit.MILLISECONDS.sleep(500);
        scene.note("malformed requests were answered: " + refused);
        boolean all = refused.keySet().equals(Set.of("status 400"));
        if (scene.wire() != Wire.BIO && !all) {
            scene.broken("a malformed request has to be answered 400 without a thread: " + refused);
        }
        waiting.join();
    }

    @Override
    public void examine(Scene scene) throws Exception {
        Answer answer = scene.server().plain().send(MALFORMED, 2000);
        Matcher code = Pattern.compile("SRV-\\d{4}").matcher(answer.body());
        if (!code.find()) {
            scene.broken("a malformed request is answered " + answer.status() + " without a code");
            return;
        }
        for (int i = 0; i < 20 && scene.server().logged(code.group()) == 0; i++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        if (scene.server().logged(code.group()) == 0) {
            scene.broken("the log does not tell of " + code.group());
        }
    }
}
