package dev.serval.tests;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;

/** The application behind proxies: it tells what it was asked, and by whom. */
final class ProxiedApp {
    private ProxiedApp() {}

    /** The root application of a server. */
    static void in(Path base) throws IOException {
        AppDirectory app =
                new AppDirectory(base.resolve("webapps"), "ROOT")
                        .file("file.txt", "a file\n".repeat(3000));
        // The same on each server.
        Files.setLastModifiedTime(
                app.root().resolve("file.txt"), FileTime.fromMillis(1_700_000_000_000L));
        app.classes(Echo.class, Sending.class, Facts.class, Counting.class, Chat.class)
                .webXml(
                        AppDirectory.servlet("echo", Echo.class, "/echo/*"),
                        AppDirectory.servlet("sending", Sending.class, "/sending"),
                        AppDirectory.servlet("facts", Facts.class, "/facts"),
                        AppDirectory.servlet("counting", Counting.class, "/counting"),
                        "<session-config><tracking-mode>COOKIE</tracking-mode>"
                                + "<tracking-mode>URL</tracking-mode></session-config>");
    }

    /** Tells the request, and sends its fields and its body back. */
    public static final class Echo extends HttpServlet {
        private static final long serialVersionUID = 1;
        private static final AtomicInteger RUNNING = new AtomicInteger();

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            if (request.getParameter("running") != null) {
                response.getWriter().print(RUNNING.get());
                return;
            }
            RUNNING.incrementAndGet();
            try {
                echo(request, response);
            } finally {
                RUNNING.decrementAndGet();
            }
        }

        private static void echo(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            for (String name : Collections.list(request.getHeaderNames())) {
                if (name.toLowerCase(Locale.ROOT).startsWith("x-f-")) {
                    response.setHeader(name, request.getHeader(name));
                }
            }
            response.setHeader(
                    "X-Asked",
                    request.getMethod()
                            + " "
                            + request.getRequestURI()
                            + " "
                            + request.getPathInfo()
                            + " "
                            + request.getQueryString());
            String status = request.getHeader("X-Status");
            if (status != null) {
                response.setStatus(Integer.parseInt(status));
            }
            if (request.getHeader("X-To") != null) {
                response.sendRedirect(request.getHeader("X-To"));
                return;
            }
            response.setContentType("application/octet-stream");
            CRC32 sum = new CRC32();
            long count = 0;
            byte[] buffer = new byte[8192];
            String back = request.getHeader("X-Back");
            InputStream in = request.getInputStream();
            OutputStream out = response.getOutputStream();
            ByteArrayOutputStream kept = new ByteArrayOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                sum.update(buffer, 0, n);
                count += n;
                if ("at once".equals(back)) {
                    out.write(buffer, 0, n);
                } else if (back != null) {
                    kept.write(buffer, 0, n);
                }
            }
            if (back == null) {
                out.write((count + " " + sum.getValue()).getBytes(StandardCharsets.US_ASCII));
            }
            kept.writeTo(out);
        }
    }

    /** Sends as many bytes as it is asked for. */
    public static final class Sending extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            int count = Integer.parseInt(request.getParameter("bytes"));
            response.setContentType("application/octet-stream");
            if (request.getParameter("chunked") == null) {
                response.setContentLength(count);
            } else {
                response.flushBuffer();
            }
            byte[] bytes = new byte[8191];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i * 31);
            }
            OutputStream out = response.getOutputStream();
            for (int left = count; left > 0; left -= Math.min(left, bytes.length)) {
                out.write(bytes, 0, Math.min(left, bytes.length));
            }
        }
    }

    /** What the API says of the client, one fact a line. */
    public static final class Facts extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            String front = "jakarta.servlet.request.";
            Object chain = request.getAttribute(front + "X509Certificate");
            PrintWriter out = response.getWriter();
            out.println("scheme=" + request.getScheme());
            out.println("secure=" + request.isSecure());
            out.println("host=" + request.getServerName());
            out.println("port=" + request.getServerPort());
            out.println("url=" + request.getRequestURL());
            out.println("client=" + request.getRemoteAddr());
            out.println("protocol=" + request.getAttribute(front + "secure_protocol"));
            out.println("cipher=" + request.getAttribute(front + "cipher_suite"));
            out.println("bits=" + request.getAttribute(front + "key_size"));
            out.println(
                    "session="
                            + Objects.requireNonNullElse(
                                            request.getAttribute(front + "ssl_session_id"), "")
                                    .toString()
                                    .replaceAll(".+", "told"));
            out.println(
                    "certificate="
                            + (chain instanceof X509Certificate[] all
                                    ? all[0].getSubjectX500Principal().getName()
                                    : "none"));
        }
    }

    /** Counts the requests of a session. */
    public static final class Counting extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            Integer before = (Integer) request.getSession().getAttribute("count");
            int count = before == null ? 1 : before + 1;
            request.getSession().setAttribute("count", count);
            response.getWriter()
                    .print(
                            request.getSession().getId().replaceAll("^[^.]*", "")
                                    + " "
                                    + count
                                    + " "
                                    + response.encodeURL("/counting"));
        }
    }

    /** Sends back what comes. */
    @ServerEndpoint("/chat")
    public static class Chat {
        @OnMessage(maxMessageSize = 1 << 20)
        public String text(String text) {
            return text;
        }
    }

    /** The bytes of a body that every test knows. */
    static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i * 7 + i / 251);
        }
        return bytes;
    }

    /** What {@link Echo} says of a body. */
    static String sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return bytes.length + " " + sum.getValue();
    }

    /** The names of fields that have to be the same with and without a proxy. */
    static final List<String> WANTED =
            List.of("content-type", "x-asked", "etag", "last-modified", "content-range", "allow");
}
