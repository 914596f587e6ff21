package dev.serval.examples;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Answers after a second without holding a thread meanwhile. */
@WebServlet(urlPatterns = "/async", asyncSupported = true)
public final class AsyncServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        String first = Thread.currentThread().getName();
        AsyncContext async = request.startAsync();
        async.setTimeout(5000);
        Executor inOneSecond = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, async::start);
        inOneSecond.execute(
                () -> {
                    try {
                        Page.write(
                                response,
                                "Async",
                                "The answer comes after a second. No thread has waited for it.",
                                "<div class=\"result scroll\"><table><tr><th scope=\"row\">Received by"
                                        + "</th><td>"
                                        + Page.escape(first)
                                        + "</td></tr><tr><th scope=\"row\">Answered by</th><td>"
                                        + Page.escape(Thread.currentThread().getName())
                                        + "</td></tr></table></div>",
                                AsyncServlet.class);
                    } catch (IOException e) {
                        log("The client has gone");
                    } finally {
                        async.complete();
                    }
                });
    }
}
