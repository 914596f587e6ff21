package dev.serval.benchmarks;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The servlets that every contender runs, the same classes in each. Thread-safe. */
final class Servlets {
    /** Where they are. */
    static final String CONTEXT = "/app";

    static final String HELLO = "/hello";
    static final String ECHO = "/echo";
    static final String SESSION = "/session";
    static final String ASYNC = "/async";
    static final String WAIT = "/wait";
    static final String STREAM = "/stream";

    /** Milliseconds that {@link #WAIT} takes. */
    static final int WAITED = 20;

    /** Bytes that {@link #STREAM} writes, without a length. */
    static final int STREAMED = 1 << 20;

    private Servlets() {}

    /** Pattern and servlet. */
    static Map<String, HttpServlet> all() {
        Map<String, HttpServlet> servlets = new TreeMap<>();
        servlets.put(HELLO, new Hello());
        servlets.put(ECHO, new Echo());
        servlets.put(SESSION, new SessionReader());
        servlets.put(ASYNC, new Asynchronous());
        servlets.put(WAIT, new Waiter());
        servlets.put(STREAM, new Streamer());
        return servlets;
    }

    /** Reads the body whole and sends it back as JSON. */
    private static final class Echo extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            byte[] body = request.getInputStream().readAllBytes();
            response.setContentType("application/json");
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }

    /** Answers the visitor's name, which it keeps in the session. */
    private static final class SessionReader extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            HttpSession session = request.getSession();
            String visitor = (String) session.getAttribute("visitor");
            if (visitor == null) {
                visitor = "Hello, world!";
                session.setAttribute("visitor", visitor);
            }
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().print(visitor);
        }
    }

    /** Completes the answer on a thread of the application's. */
    private static final class Asynchronous extends HttpServlet {
        private static final long serialVersionUID = 1;
        private transient ExecutorService threads;

        @Override
        public void init() {
            threads =
                    Executors.newFixedThreadPool(
                            2,
                            task -> {
                                Thread thread = new Thread(task, "application");
                                thread.setDaemon(true);
                                return thread;
                            });
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext async = request.startAsync();
            threads.execute(
                    () -> {
                        try {
                            response.setContentType("text/plain;charset=UTF-8");
                            response.getWriter().print("Hello, world!");
                        } catch (IOException e) {
                            // The client is gone, and the driver counts what it has not got.
                            getServletContext().log("no answer", e);
                        } finally {
                            async.complete();
                        }
                    });
        }

        @Override
        public void destroy() {
            threads.shutdownNow();
        }
    }

    /** Waits as for a database. */
    private static final class Waiter extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            try {
                Thread.sleep(WAITED);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().print("Hello, world!");
        }
    }

    /** Writes many pieces, and the container has to find out that they are many. */
    private static final class Streamer extends HttpServlet {
        private static final long serialVersionUID = 1;
        private static final byte[] PIECE =
                "0123456789abcde\n".repeat(256).getBytes(StandardCharsets.US_ASCII);

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.setContentType("text/plain");
            ServletOutputStream out = response.getOutputStream();
            for (int i = 0; i < STREAMED / PIECE.length; i++) {
                out.write(PIECE);
            }
        }
    }
}
