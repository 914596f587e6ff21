package dev.serval.examples;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Server-sent events: the time, once a second, ten times. */
@WebServlet(urlPatterns = "/events", asyncSupported = true)
public final class EventsServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final int EVENTS = 10;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        response.setContentType("text/event-stream;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        AsyncContext async = request.startAsync();
        async.setTimeout(60_000);
        send(async, 1);
    }

    private void send(AsyncContext async, int number) {
        try {
            String time = LocalTime.now().format(TIME);
            async.getResponse().getWriter().print("id: " + number + "\ndata: " + time + "\n\n");
            async.getResponse().flushBuffer();
        } catch (IOException e) {
            log("The client has gone");
            async.complete();
            return;
        }
        if (number == EVENTS) {
            async.complete();
            return;
        }
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, async::start)
                .execute(() -> send(async, number + 1));
    }
}
