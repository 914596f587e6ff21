package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server with a WAR, started and stopped often in one JVM, leaves nothing behind. */
final class StartStopTest {
    private static final int TIMES = Integer.getInteger("serval.starts", 100);
    // Each of them reads a keystore.
    private static final int TIMES_WITH_TLS = TIMES / 4;

    @TempDir static Path directory;
    private static Path war;
    private static Path keystore;

    @BeforeAll
    static void pack() throws IOException, GeneralSecurityException {
        keystore = directory.resolve("keys.p12");
        TestTls.shared().writeKeystore(keystore, "secret");
        war = directory.resolve("shop.war");
        String name = Greeting.class.getName().replace('.', '/') + ".class";
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war));
                InputStream in = Greeting.class.getClassLoader().getResourceAsStream(name)) {
            zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + name));
            in.transferTo(zip);
            zip.putNextEntry(new ZipEntry("index.html"));
            zip.write("<p>Shop".getBytes());
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void leavesNoThreadDescriptorFileOrClassLoader(Wire wire) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            startAskStop(wire, loaders); // what the JDK keeps for ever is there from now on
        }
        Set<Thread> threads = Thread.getAllStackTraces().keySet();
        long descriptors = descriptors();
        for (int i = 0; i < (wire.tls() ? TIMES_WITH_TLS : TIMES); i++) {
            File temporary = startAskStop(wire, loaders);
            assertThat(temporary.getParentFile()).doesNotExist();
        }

        Waiting.until("threads: " + added(threads), () -> added(threads).isEmpty());
        Waiting.until(
                "descriptors: " + descriptors() + " after " + descriptors,
                () -> descriptors() <= descriptors);
        Collected.await("class loaders of applications", loaders);
    }

    /** The temporary directory that the application had. */
    private static File startAskStop(Wire wire, List<WeakReference<ClassLoader>> loaders)
            throws Exception {
        ServalBuilder builder = Serval.onPort(0).io(wire.io()).webapp("/shop", war);
        if (wire.tls()) {
            builder.tls(keystore, "secret");
        }
        try (Serval serval = builder.start();
                RawClient client = new RawClient(wire, serval.port())) {
            assertThat(client.exchange(request("GET", "/shop/greeting")).text())
                    .isEqualTo("loaded by its own loader: true");
            ServletContext context = serval.servletContext("/shop");
            loaders.add(new WeakReference<>(context.getClassLoader()));
            return (File) context.getAttribute(ServletContext.TEMPDIR);
        }
    }

    /** Runs in the WAR. */
    @WebServlet("/greeting")
    public static final class Greeting extends HttpServlet {
        private static final long serialVersionUID = 1;
        private static final ThreadLocal<Greeting> LAST = new ThreadLocal<>();

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            LAST.set(this); // as applications do that care for nothing
            request.getSession().setAttribute("greeting", this);
            boolean own = getClass().getClassLoader() == getServletContext().getClassLoader();
            response.getWriter().print("loaded by its own loader: " + own);
        }
    }

    /** Open files and sockets of this process; 0 where the system does not tell. */
    private static long descriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Threads that are new, but for those that the JDK makes for virtual threads and timers. */
    private static Set<String> added(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> !name.matches("(ForkJoinPool|VirtualThread|.*Poller|Common-Cl).*"))
                .collect(Collectors.toSet());
    }
}
