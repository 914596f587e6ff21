package dev.serval.ops;

import dev.serval.connector.Connector;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.RunningServer.RunningService;
import dev.serval.net.RequestInFlight;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The requests that applications answer now, the oldest first, each with the stack of its thread.
 * Thread-safe. Without queries and path parameters, which may be secrets.
 */
record RequestsPage(RunningServer server) {
    private static final int MOST = 2000;
    private static final int MOST_FRAMES = 100;

    private record Seen(String connector, RequestInFlight request) {}

    void write(OpsRequest asked, OpsAnswer answer) {
        List<Seen> all = new ArrayList<>();
        for (RunningService service : server.services()) {
            for (Connector connector : service.connectors()) {
                connector.inFlight().forEach(each -> all.add(new Seen(connector.name(), each)));
            }
        }
        long now = System.nanoTime();
        all.sort(Comparator.comparingLong(each -> each.request.startedNanos() - now));
        answer.json();
        answer.append('{').member("count").append(Integer.toString(all.size()));
        answer.append(',').member("requests").append('[');
        int shown = Math.min(MOST, all.size());
        for (int i = 0; i < shown; i++) {
            answer.append(i == 0 ? "\n" : ",\n");
            write(all.get(i), now, answer);
        }
        answer.append("\n]}\n");
    }

    private static void write(Seen seen, long now, OpsAnswer answer) {
        RequestInFlight request = seen.request;
        long age = TimeUnit.NANOSECONDS.toMillis(now - request.startedNanos());
        answer.append('{').member("ageMillis").append(Long.toString(Math.max(0, age)));
        text("method", request.method(), answer);
        text("path", request.path(), answer);
        text("host", request.host(), answer);
        text("protocol", request.protocol(), answer);
        text("client", String.valueOf(request.peer()), answer);
        text("connector", seen.connector, answer);
        text("id", request.id(), answer);
        answer.append(',').member("sentBytes").append(Long.toString(request.sent()));
        Thread thread = request.thread();
        text("thread", thread == null ? null : thread.getName(), answer);
        text("state", thread == null ? null : thread.getState().name(), answer);
        answer.append(',').member("stack").append('[');
        if (thread != null) {
            StackTraceElement[] frames = thread.getStackTrace();
            for (int i = 0; i < Math.min(MOST_FRAMES, frames.length); i++) {
                answer.append(i == 0 ? "" : ",").quoted(frames[i].toString());
            }
        }
        answer.append("]}");
    }

    private static void text(String name, String value, OpsAnswer answer) {
        answer.append(',').member(name).quoted(value);
    }
}
