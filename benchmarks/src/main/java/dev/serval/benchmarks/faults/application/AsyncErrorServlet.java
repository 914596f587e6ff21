package dev.serval.benchmarks.faults.application;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Throws in a callback of asynchronous requests, of streams that do not block. Thread-safe. */
public final class AsyncErrorServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private record Listener(String wanted) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            Thrown.at("onComplete", wanted);
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            Thrown.at("onTimeout", wanted);
        }

        @Override
        public void onError(AsyncEvent event) {
            Thrown.at("onError", wanted);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            Thrown.at("onStartAsync", wanted);
        }
    }

    private record Reader(String wanted, AsyncContext async) implements ReadListener {
        @Override
        public void onDataAvailable() throws IOException {
            Thrown.at("onDataAvailable", wanted);
            if (wanted.endsWith("@readError")) {
                throw new IOException("so that onError is called");
            }
            var in = async.getRequest().getInputStream();
            while (in.isReady() && in.read() >= 0) {
                // The content is of no interest.
            }
        }

        @Override
        public void onAllDataRead() {
            Thrown.at("onAllDataRead", wanted);
            async.complete();
        }

        @Override
        public void onError(Throwable error) {
            Thrown.at("readError", wanted);
            async.complete();
        }
    }

    private record Writer(String wanted, AsyncContext async) implements WriteListener {
        @Override
        public void onWritePossible() throws IOException {
            Thrown.at("onWritePossible", wanted);
            if (wanted.endsWith("@writeError")) {
                throw new IOException("so that onError is called");
            }
            async.complete();
        }

        @Override
        public void onError(Throwable error) {
            Thrown.at("writeError", wanted);
            async.complete();
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String wanted = Thrown.wantedBy(request);
        String callback = wanted.substring(wanted.indexOf('@') + 1);
        if (request.getAttribute("again") != null) {
            // The second turn, which makes onStartAsync.
            request.startAsync().complete();
            return;
        }
        AsyncContext async = request.startAsync();
        async.setTimeout(200);
        async.addListener(new Listener(wanted));
        switch (callback) {
            case "onDataAvailable", "onAllDataRead", "readError" ->
                    request.getInputStream().setReadListener(new Reader(wanted, async));
            case "onWritePossible", "writeError" ->
                    response.getOutputStream().setWriteListener(new Writer(wanted, async));
            case "run", "onError" -> async.start(() -> Thrown.at("run", wanted(wanted)));
            case "onStartAsync" -> {
                request.setAttribute("again", true);
                async.dispatch();
            }
            case "onComplete" -> async.complete();
            default -> {
                // The time-out comes.
            }
        }
    }

    /** What is thrown at onError needs an error before it. */
    private static String wanted(String wanted) {
        return wanted.substring(0, wanted.indexOf('@')) + "@run";
    }
}
