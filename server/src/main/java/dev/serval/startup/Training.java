package dev.serval.startup;

import ch.qos.logback.classic.LoggerContext;
import dev.serval.connector.Connector;
import dev.serval.container.Server;
import dev.serval.embed.Serval;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A short life of a server, from which the JVM records what starts and first requests need ({@code
 * bin/serval.sh cds}). Owned by {@link Main}. It uses only files below the base, and classes that
 * the applications have loaded, which it reads but does not run, and opens ports on the loopback
 * address only.
 */
final class Training {
    private static final long MOST_MILLIS = TimeUnit.SECONDS.toMillis(180);
    private static final int READ_TIMEOUT_MILLIS = 10_000;
    private static final String[] TARGETS = {"/", "/", "/page.html", "/none", "/app/"};

    private final Path base;
    private List<ClassLoader> loaders = List.of(); // the JVM archives classes of live loaders

    Training(Home home) {
        this.base = home.base();
    }

    /** Writes the files for the server. Call it before the first logger is made. */
    void prepare() {
        // A limit, since no operator watches this process.
        new Timer("training ends", true)
                .schedule(
                        new TimerTask() {
                            @Override
                            public void run() {
                                loaders = List.of(); // which this field has kept until now
                                Runtime.getRuntime().halt(1);
                            }
                        },
                        MOST_MILLIS);
        try {
            for (String name : new String[] {"server.xml", "web.xml", "logback.xml"}) {
                try (InputStream in = Training.class.getResourceAsStream("training-" + name)) {
                    Path to =
                            switch (name) {
                                case "server.xml" -> base.resolve("conf");
                                case "web.xml" -> base.resolve("webapps/app/WEB-INF");
                                default -> base;
                            };
                    Files.createDirectories(to);
                    Files.copy(in, to.resolve(name));
                }
            }
            Files.createDirectories(base.resolve("webapps/ROOT"));
            for (String file :
                    new String[] {"ROOT/index.html", "ROOT/page.html", "app/index.html"}) {
                Files.writeString(base.resolve("webapps").resolve(file), "<p>Hello");
            }
            Path lib = Files.createDirectories(base.resolve("webapps/app/WEB-INF/lib"));
            try (ZipOutputStream zip =
                    new ZipOutputStream(Files.newOutputStream(lib.resolve("a.jar")))) {
                zip.putNextEntry(new ZipEntry("META-INF/resources/a.txt"));
                zip.write('a');
            }
        } catch (IOException e) {
            throw new StartFailure("The training cannot be prepared: " + e);
        }
    }

    /** Sends requests to the server, and to an embedded one with a servlet. */
    void exercise(Server server) throws Exception {
        ClassLoader app = server.contexts().get(0).servletContext().getClassLoader();
        loaders =
                ApplicationClasses.read(base.resolve(ClassArchive.APPLICATIONS))
                        .load(app.getParent());
        // The log of this start was configured by its file; others need no file.
        ShippedLoggingProvider shipped = new ShippedLoggingProvider();
        shipped.initialize();
        ShippedLogging.complete((LoggerContext) shipped.getLoggerFactory());
        for (Connector connector : server.connectors()) {
            for (String target : TARGETS) {
                ask(connector.port(), target);
            }
        }
        try (Serval embedded = Serval.onPort(0).servlet("", "/", new Greeting()).start()) {
            ask(embedded.port(), "/?name=a");
            ask(embedded.port(), "/?name=b");
        }
    }

    private static void ask(int port, String target) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(READ_TIMEOUT_MILLIS);
            String request =
                    "GET "
                            + target
                            + " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: a\r\nAccept: */*\r\n"
                            + "Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en\r\n"
                            + "Cookie: a=b\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Does what simple servlets do. */
    private static final class Greeting extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            request.getSession().setAttribute("name", request.getParameter("name"));
            response.setContentType("text/plain");
            response.setCharacterEncoding("UTF-8");
            response.getWriter().println(request.getHeader("User-Agent"));
        }
    }
}
