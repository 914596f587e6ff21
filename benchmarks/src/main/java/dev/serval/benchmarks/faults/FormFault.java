package dev.serval.benchmarks.faults;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A flood of requests without a cookie for a page behind a form: not a session for each without
 * bound.
 */
record FormFault() implements Scenario {
    private static final int MILLIS = 8000;
    private static final int TIMES = 400;
    private static final int EACH = 50;
    // Some more than the 10,000 that may wait for a login.
    private static final int SESSIONS = 11_000;

    @Override
    public String name() {
        return "form";
    }

    @Override
    public FaultPlan plan(Wire wire, int jdk) {
        return FaultPlan.USUAL.heap(96).with("form");
    }

    @Override
    public int slowest() {
        return 1000;
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        Client client = scene.server().plain();
        Map<String, Integer> flood =
                Crowd.of(
                        4,
                        MILLIS,
                        TIMES,
                        () -> "status " + Flood.of(client, "/form/guarded", EACH));
        String said = client.get("/form/sessions", "", 2000).body();
        scene.note("flood, " + EACH + " requests each: " + flood + "; then " + said.strip());
        Matcher number = Pattern.compile("sessions=(\\d+)").matcher(said);
        if (!number.find()) {
            scene.broken("the application does not say how many sessions it has");
        } else if (Integer.parseInt(number.group(1)) > SESSIONS) {
            scene.broken("a session per request without a cookie: " + number.group(1));
        }
        int answered = flood.getOrDefault("status 200", 0) * EACH;
        if (answered <= SESSIONS) {
            scene.note("only " + answered + " requests were answered, too few to show a bound");
        }
    }
}
