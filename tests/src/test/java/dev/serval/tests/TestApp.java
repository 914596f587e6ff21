package dev.serval.tests;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The web application of the servers under test, at {@link #PATH}: small servlets that show what
 * arrived or behave in one particular way. Thread-safe.
 */
final class TestApp {
    static final String PATH = "/app";

    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<String>> reads = new ConcurrentHashMap<>();
    private final AtomicInteger names = new AtomicInteger();

    /** Pattern to servlet, in the order of registration. */
    Map<String, HttpServlet> servlets() {
        Map<String, HttpServlet> servlets = new LinkedHashMap<>();
        servlets.put("/echo/*", new Answer(this::echo));
        servlets.put("/chunked", new Answer(this::chunked));
        servlets.put("/gate", new Answer((q, r) -> gate(q, r)));
        servlets.put("/throw", new Answer(this::fail));
        servlets.put("/throw-late", new Answer(this::failLate));
        servlets.put("/short", new Answer(this::tooShort));
        servlets.put("/big", new Answer(this::big));
        servlets.put("/ignore", new Answer(this::ignore));
        servlets.put("/read", new Answer(this::read));
        servlets.put("/lenient", new Answer(this::lenient));
        servlets.put("/status", new Answer(this::status));
        servlets.put("/error", new Answer(this::error));
        servlets.put("/header", new Answer(this::header));
        servlets.put("/redirect", new Answer(this::redirect));
        servlets.put("/frames", new Answer(this::frames));
        servlets.put("/tls", new Answer(this::tls));
        servlets.put("/ends", new Answer(this::ends));
        return servlets;
    }

    /** A new gate for one request. */
    Gate newGate() {
        String name = "g" + names.incrementAndGet();
        Gate gate = new Gate(PATH + "/gate?" + name);
        gates.put(name, gate);
        return gate;
    }

    /** A name for one request to {@code /app/read?name}. */
    String newRead() {
        String name = "r" + names.incrementAndGet();
        reads.put(name, new CompletableFuture<>());
        return name;
    }

    /** How the reading of that request's body ended: its text, or the class of the exception. */
    CompletableFuture<String> outcome(String read) {
        return reads.get(read);
    }

    /** Shows method, path, server name, fields and body as the servlet sees them. */
    private void echo(HttpServletRequest request, HttpServletResponse response) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(request.getMethod()).append(' ').append(request.getRequestURI());
        text.append("\nquery=").append(request.getQueryString());
        text.append("\nprotocol=").append(request.getProtocol());
        text.append("\nhost=").append(request.getServerName());
        text.append(':').append(request.getServerPort());
        text.append("\npathInfo=").append(request.getPathInfo());
        for (String name : Collections.list(request.getHeaderNames())) {
            List<String> values = Collections.list(request.getHeaders(name));
            text.append("\n[").append(name).append(']').append(values);
        }
        text.append("\nbody=");
        byte[] body = request.getInputStream().readAllBytes();
        text.append(new String(body, StandardCharsets.ISO_8859_1)).append('\n');
        byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        response.setContentType("text/plain;charset=iso-8859-1");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private void chunked(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("text/plain");
        OutputStream out = response.getOutputStream();
        for (String part : new String[] {"first,", "second,", "third"}) {
            out.write(part.getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    private void gate(HttpServletRequest request, HttpServletResponse response) throws IOException {
        gates.get(request.getQueryString()).pass();
        response.setContentType("text/plain");
        response.getOutputStream().write("passed\n".getBytes(StandardCharsets.US_ASCII));
    }

    private void fail(HttpServletRequest request, HttpServletResponse response)
            throws ServletException {
        throw new ServletException("<script>internal detail</script>");
    }

    private void failLate(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        response.getOutputStream().write("begun".getBytes(StandardCharsets.US_ASCII));
        response.flushBuffer();
        throw new ServletException("internal detail");
    }

    private void tooShort(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentLength(100);
        response.getOutputStream().write("only this".getBytes(StandardCharsets.US_ASCII));
    }

    /** As many bytes as the query says, without a declared length. */
    private void big(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int left = Integer.parseInt(request.getQueryString());
        byte[] block = pattern(8192);
        OutputStream out = response.getOutputStream();
        while (left > 0) {
            int n = Math.min(left, block.length);
            out.write(block, 0, n);
            left -= n;
        }
    }

    /** What {@code /app/big} repeats every 8192 bytes. */
    static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + i % 8192 % 26);
        }
        return bytes;
    }

    private void ignore(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.getOutputStream().write("ignored\n".getBytes(StandardCharsets.US_ASCII));
    }

    private void read(HttpServletRequest request, HttpServletResponse response) throws IOException {
        CompletableFuture<String> outcome = reads.get(request.getQueryString());
        try {
            ServletInputStream in = request.getInputStream();
            outcome.complete(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            outcome.complete("IOException");
            throw e;
        }
        response.getOutputStream().write("read\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** Answers all the same when the body cannot be read. */
    private void lenient(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String outcome = "read\n";
        try {
            request.getInputStream().readAllBytes();
        } catch (IOException e) {
            outcome = "not read\n";
        }
        response.getOutputStream().write(outcome.getBytes(StandardCharsets.US_ASCII));
    }

    private void status(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setStatus(Integer.parseInt(request.getQueryString()));
        response.getOutputStream().write("body\n".getBytes(StandardCharsets.US_ASCII));
    }

    private void error(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.sendError(Integer.parseInt(request.getQueryString()), "<script>alert(1)</script>");
    }

    /** Tries to set a field whose name and value stand in the query, percent-encoded. */
    private void header(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String[] pair = request.getQueryString().split("=", 2);
        String outcome;
        try {
            response.addHeader(decoded(pair[0]), decoded(pair[1]));
            outcome = "set\n";
        } catch (IllegalArgumentException e) {
            outcome = "refused\n";
        }
        response.getOutputStream().write(outcome.getBytes(StandardCharsets.US_ASCII));
    }

    private void redirect(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.sendRedirect(decoded(request.getQueryString()));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.ISO_8859_1);
    }

    /** What is known of the connection: scheme, security, and the attributes of the request. */
    private void tls(HttpServletRequest request, HttpServletResponse response) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append("scheme=").append(request.getScheme());
        text.append("\nsecure=").append(request.isSecure());
        text.append("\nconnection=").append(request.getServletConnection().isSecure());
        text.append("\nport=").append(request.getServerPort());
        for (String name : Collections.list(request.getAttributeNames())) {
            if (name.startsWith("jakarta.servlet.request.")) {
                Object value = request.getAttribute(name);
                text.append('\n').append(name.substring(24)).append('=');
                text.append(
                        value instanceof X509Certificate[] chain
                                ? chain.length + " " + chain[0].getSubjectX500Principal()
                                : value);
            }
        }
        response.addCookie(new Cookie("plain", "1"));
        request.getSession();
        response.getOutputStream().write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** The two ends of the connection. */
    private void ends(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String text =
                "remote="
                        + request.getRemoteAddr()
                        + ":"
                        + request.getRemotePort()
                        + " local="
                        + request.getLocalAddr()
                        + ":"
                        + request.getLocalPort();
        response.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The server's own frames on the stack of this servlet, outermost last. */
    private void frames(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        List<String> own = new ArrayList<>();
        StackWalker.getInstance()
                .forEach(
                        frame -> {
                            String type = frame.getClassName();
                            if (type.startsWith("dev.serval.")
                                    && !type.startsWith("dev.serval.tests.")) {
                                own.add(type + "." + frame.getMethodName());
                            }
                        });
        byte[] text = String.join("\n", own).getBytes(StandardCharsets.US_ASCII);
        if (request.getParameter("length") != null) {
            // The write itself sends it then (Servlet 6.1 §5.7).
            response.setContentLength(text.length);
        }
        response.getOutputStream().write(text);
    }
}
