package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * StackOverflowError, NoClassDefFoundError and ThreadDeath in every callback of the Servlet API,
 * those at the start and the end of an application included. Each request has an end.
 */
record ErrorsFault() implements Scenario {
    private static final int ANSWER_MILLIS = 3000;
    private static final List<String> IN_LINE =
            List.of(
                    "service",
                    "filterBefore",
                    "filterBehind",
                    "requestInitialized",
                    "requestDestroyed",
                    "requestAttributeAdded",
                    "requestAttributeReplaced",
                    "requestAttributeRemoved",
                    "contextAttributeAdded",
                    "contextAttributeReplaced",
                    "contextAttributeRemoved",
                    "sessionCreated",
                    "sessionDestroyed",
                    "sessionIdChanged",
                    "sessionAttributeAdded",
                    "sessionAttributeReplaced",
                    "sessionAttributeRemoved",
                    "valueBound",
                    "valueUnbound");
    private static final List<String> ASYNCHRONOUS =
            List.of(
                    "run",
                    "onStartAsync",
                    "onComplete",
                    "onTimeout",
                    "onError",
                    "onDataAvailable",
                    "onAllDataRead",
                    "readError",
                    "onWritePossible",
                    "writeError");

    @Override
    public String name() {
        return "errors";
    }

    @Override
    public FaultPlan plan(Wire wire, int jdk) {
        return FaultPlan.USUAL.with("errors");
    }

    @Override
    public int slowest() {
        return 2000;
    }

    @Override
    public long logBytes() {
        return 10_000_000; // A stack trace of each of 96, those of StackOverflowError being long.
    }

    @Override
    public void inflict(Scene scene) throws IOException {
        Client client = scene.server().plain();
        List<String> hanging = new ArrayList<>();
        int requests = 0;
        for (String error : FaultApplications.ERRORS) {
            for (String callback : IN_LINE) {
                requests++;
                ask(
                        client,
                        get("/errors/callback", error + "@" + callback),
                        error + "@" + callback,
                        hanging);
            }
            for (String callback : ASYNCHRONOUS) {
                requests++;
                ask(
                        client,
                        post("/errors/async", error + "@" + callback),
                        error + "@" + callback,
                        hanging);
            }
            for (String callback : List.of("upgradeInit", "upgradeDestroy")) {
                requests++;
                ask(client, upgrade(error + "@" + callback), error + "@" + callback, hanging);
            }
            requests++;
            ask(client, get("/errors/init-" + error, "init"), error + "@init", hanging);
        }
        scene.note(requests + " requests whose callback threw; the log has " + errors(scene));
        if (!hanging.isEmpty()) {
            scene.broken("no end within " + ANSWER_MILLIS + " ms: " + String.join(", ", hanging));
        }
    }

    private static String errors(Scene scene) throws IOException {
        return "%d lines of StackOverflowError, %d of NoClassDefFoundError, %d of ThreadDeath"
                .formatted(
                        scene.server().logged("StackOverflowError"),
                        scene.server().logged("NoClassDefFoundError"),
                        scene.server().logged("ThreadDeath"));
    }

    private static void ask(Client client, String request, String callback, List<String> hanging) {
        try {
            client.send(request, ANSWER_MILLIS);
        } catch (SocketTimeoutException e) {
            hanging.add(callback);
        } catch (IOException e) {
            // Cut in the middle: an end, too.
        }
    }

    private static String get(String path, String wanted) {
        return "GET %s?throw=%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                .formatted(path, wanted);
    }

    private static String post(String path, String wanted) {
        return "POST %s?throw=%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody"
                .formatted(path, wanted);
    }

    private static String upgrade(String wanted) {
        return "GET /errors/upgrade?throw=%s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: faults\r\n\r\n"
                .formatted(wanted);
    }
}
