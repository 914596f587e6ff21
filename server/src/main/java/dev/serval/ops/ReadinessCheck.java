package dev.serval.ops;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.monitor.RunningServer;
import dev.serval.thread.ThreadFailures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Whether the server should get requests, and why not. Thread-safe.
 *
 * @param hurtSeconds how long after a failure of its own threads it should not; -1: until it ends
 * @param failedApplications whether an application that could not start counts
 */
record ReadinessCheck(RunningServer server, int hurtSeconds, boolean failedApplications) {
    private static final int UNAVAILABLE = 503;

    void write(OpsRequest request, OpsAnswer answer) {
        // The common case, without creating objects.
        if (server.isReady() && !isHurt() && !failedApplications && !HeapUse.isFull()) {
            answer.append("ready\n");
            return;
        }
        List<String> reasons = reasons();
        if (reasons.isEmpty()) {
            answer.append("ready\n");
            return;
        }
        answer.status(UNAVAILABLE);
        answer.append("not ready\n");
        for (String reason : reasons) {
            answer.append(reason).append('\n');
        }
    }

    /** Empty if it is ready; each is one line that begins with a word in small letters. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>(server.reasons());
        if (isHurt()) {
            ThreadFailures hurt = ThreadFailures.PROCESS;
            reasons.add(
                    "hurt: "
                            + hurt.count()
                            + " failures of the server's own threads since "
                            + Instant.ofEpochMilli(hurt.sinceMillis())
                            + ", the last one "
                            + hurt.reason()
                            + " in "
                            + hurt.where());
        }
        if (HeapUse.isFull()) {
            reasons.add("heap: " + HeapUse.percent() + " % of it are in use after a collection");
        }
        if (failedApplications) {
            for (ApplicationStatus each : server.applications()) {
                if (each.state() == ApplicationState.FAILED) {
                    reasons.add(
                            "failed: "
                                    + each.name()
                                    + (each.failure() == null ? "" : ": " + each.failure().line()));
                }
            }
        }
        return reasons;
    }

    private boolean isHurt() {
        ThreadFailures hurt = ThreadFailures.PROCESS;
        if (!hurt.hurt()) {
            return false;
        }
        long ago = System.currentTimeMillis() - hurt.latestMillis();
        return hurtSeconds < 0 || ago < TimeUnit.SECONDS.toMillis(hurtSeconds);
    }
}
