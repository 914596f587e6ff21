package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Installation.Outcome;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code serval.sh adopt} with a directory of Tomcat that uses all of its files. */
@Timeout(180)
class AdoptTest {
    private static final String SAYS =
            """
            package a; @WebServlet("/say")
            public class Says extends HttpServlet {
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    java.util.logging.Logger.getLogger("org.example.shop").fine("the details");
                    String where;
                    try {
                        where = "" + Class.forName("lib.Shared").getField("WHERE").get(null);
                    } catch (ReflectiveOperationException e) {
                        where = "nowhere";
                    }
                    boolean tomcat = Thread.currentThread().getContextClassLoader()
                            .getResource("org/apache/catalina/Host.class") != null;
                    response.getWriter().print(where + " " + System.getProperty("shop.mode") + " "
                            + System.getProperty("shop.set") + " " + tomcat + " "
                            + request.getServletContext().getInitParameter("shop") + " "
                            + (getClass().getResource("/lib.properties") != null));
                }
            }
            """;
    private static final String SERVER =
            """
            <Server port="0" shutdown="SHUTDOWN">
              <Service name="Catalina">
                <Connector port="${shop.port}"/>
                <Engine name="Catalina" defaultHost="localhost">
                  <Host name="localhost" appBase="webapps" workDir="/none/at/all" copyXML="true">
                    <Valve className="org.apache.catalina.valves.rewrite.RewriteValve"/>
                  </Host>
                </Engine>
              </Service>
            </Server>
            """;

    @TempDir static Path shared;
    private static Path home;

    @TempDir Path temporary;
    private Installation serval;
    private Path tomcat;
    private Path tomcatHome;
    private Process running;

    @BeforeAll
    static void unpack() throws IOException {
        home = Installation.unpack(shared.resolve("unpacked"));
    }

    @BeforeEach
    void write() throws Exception {
        tomcat = Files.createDirectories(temporary.toRealPath().resolve("a base"));
        tomcatHome = Files.createDirectories(temporary.toRealPath().resolve("home"));
        // What the scripts say does not go to Tomcat's directory.
        serval = new Installation(home, Files.createDirectories(temporary.resolve("elsewhere")));
        serval.with("CATALINA_HOME", tomcatHome.toString()).with("SERVAL_BASE", null);
        Map<String, byte[]> files = new HashMap<>();
        files.put("conf/server.xml", Wars.text(SERVER));
        files.put(
                "conf/context.xml",
                Wars.text("<Context><Parameter name='shop' value='open'/></Context>"));
        files.put(
                "conf/catalina.properties",
                Wars.text(
                        "common.loader=${catalina.base}/lib,${catalina.home}/lib/*.jar\n"
                                + "shared.loader=\"${catalina.base}/more, libs/shared.jar\"\n"
                                + "shop.mode=live\nshop.port="
                                + serval.port
                                + "\n"));
        files.put(
                "conf/logging.properties",
                Wars.text(
                        "handlers=2localhost.org.apache.juli.AsyncFileHandler,"
                                + "java.util.logging.ConsoleHandler\n"
                                + "2localhost.org.apache.juli.AsyncFileHandler.directory="
                                + "${catalina.base}/logs/apps\n"
                                + "org.example.level=FINE\n"));
        files.put(
                "bin/setenv.sh",
                Wars.text(
                        "CATALINA_PID=/none/at/all.pid\n"
                                + "CATALINA_OPTS=\"-Dshop.set=$(basename \"$CATALINA_HOME\")\"\n"));
        files.put("lib/lib.properties", Wars.text("a=b"));
        files.put(
                "conf/Catalina/localhost/rewrite.config",
                Wars.text("RewriteRule ^/old$ /shop/say"));
        files.put(
                "conf/Catalina/localhost/stock.xml",
                Wars.text("<Context docBase='" + tomcat + "/elsewhere'/>"));
        files.put("elsewhere/index.html", Wars.text("stock"));
        files.put("more, libs/shared.jar", Wars.zip(jar("shared")));
        files.put(
                "webapps/shop.war",
                Wars.zip(Wars.below("WEB-INF/classes/", Wars.compile(temporary, SAYS))));
        Wars.write(tomcat, files);
        Map<String, byte[]> catalina = Map.of("org/apache/catalina/Host.class", new byte[] {1});
        Wars.write(tomcatHome, Map.of("lib/catalina.jar", Wars.zip(catalina)));
    }

    private Map<String, byte[]> jar(String where) throws IOException {
        return Wars.compile(
                temporary,
                "package lib; public class Shared { public static String WHERE = \"%s\"; }"
                        .formatted(where));
    }

    @AfterEach
    void end() throws Exception {
        if (running != null) {
            running.destroy();
            assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        serval.close();
    }

    private void adopt() throws Exception {
        running = serval.launch(home.resolve("bin/serval.sh"), "adopt", tomcat.toString());
        Waiting.until(
                "its answers",
                () -> {
                    assertThat(running.isAlive()).as(Files.readString(serval.out())).isTrue();
                    return Files.readString(serval.out()).contains("answers at");
                });
    }

    private String get(String path) throws Exception {
        var response = serval.get(path);
        return response.statusCode() + " " + new String(response.body());
    }

    /** As Tomcat's scripts do. */
    private void sayShutdown() throws Exception {
        Pattern said = Pattern.compile("The shutdown port is (\\d+) of localhost");
        Path log = tomcat.resolve("logs/serval.log");
        Waiting.until("the port", () -> said.matcher(Files.readString(log)).find());
        Matcher port = said.matcher(Files.readString(log));
        assertThat(port.find()).isTrue();
        try (Socket socket = new Socket("localhost", Integer.parseInt(port.group(1)))) {
            socket.getOutputStream().write("SHUTDOWN".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private String pid() throws IOException {
        return Files.readString(tomcat.resolve("temp/serval.pid")).strip();
    }

    /** Files that Serval may not write, with their sizes. */
    private Map<String, Long> others() throws IOException {
        Map<String, Long> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(tomcat)) {
            for (Path file : all.toList()) {
                String name = tomcat.relativize(file).toString();
                if (!name.matches("(logs|temp|work)|(logs|temp|work/serval)(/.*|)")) {
                    files.put(name, Files.isDirectory(file) ? -1 : Files.size(file));
                }
            }
        }
        return files;
    }

    @Test
    void aDirectoryOfTomcatIsServedAsItIs() throws Exception {
        Map<String, Long> before = others();
        adopt();
        String said = "200 shared live home false open true";
        assertThat(get("/shop/say")).isEqualTo(said);
        assertThat(get("/old")).isEqualTo(said);
        assertThat(get("/stock/")).isEqualTo("200 stock");
        Path applications = tomcat.resolve("logs/apps/applications.log");
        Waiting.until("the log", () -> Files.readString(applications).contains("the details"));
        assertThat(Files.readString(serval.out()))
                .contains(
                        "conf/server.xml:5:48: mapped: workDir of Host: to"
                                + " work/serval/Catalina/localhost",
                        "bin/setenv.sh:1:1: mapped: CATALINA_PID: to temp/serval.pid",
                        "; stop: Ctrl-C or SIGTERM\n")
                .doesNotContain("bin/shutdown.sh"); // Tomcat's own
        String second = serval.run("serval.sh", "adopt", tomcat.toString()).mustFailWithOneLine();
        assertThat(second).endsWith("Stop it with kill " + pid() + ".");
        assertThat(tomcat.resolve("temp/serval.pid")).isNotEmptyFile();
        sayShutdown();
        assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(running.exitValue()).isZero();
        assertThat(others()).isEqualTo(before);
        assertThat(tomcat.resolve("work/serval/Catalina/localhost")).isDirectory();
    }

    @Test
    void theCheckWritesNothingAndTellsTheWorst() throws Exception {
        Map<String, Long> before = others();
        String path = tomcat.toString();
        Outcome check = serval.run("serval.sh", "adopt", path, "--check");
        assertThat(check.out()).contains("conf/server.xml:3:16: honoured: port of Connector");
        assertThat(check.code()).as(check.out()).isEqualTo(2);
        assertThat(others()).isEqualTo(before);
        assertThat(tomcat.resolve("logs")).doesNotExist();
        assertThat(tomcat.resolve("work")).doesNotExist();

        Files.writeString(
                tomcat.resolve("conf/server.xml"),
                SERVER.replace("<Service ", "<Service nam='a' "));
        assertThat(serval.run("serval.sh", "adopt", path, "--check").code()).isEqualTo(3);
        Files.writeString(
                tomcat.resolve("conf/server.xml"), SERVER.replace("defaultHost", "default"));
        assertThat(serval.run("serval.sh", "adopt", path, "--check").code()).isEqualTo(1);
    }

    @Test
    void whatIsNoDirectoryOfTomcatIsRefused() throws Exception {
        String nowhere = temporary.resolve("nowhere").toString();
        assertThat(serval.run("serval.sh", "adopt", nowhere).mustFailWithOneLine())
                .contains(nowhere + " is not a directory");
        assertThat(serval.run("serval.sh", "adopt", tomcatHome.toString()).mustFailWithOneLine())
                .contains("SRV-0824", "there is no conf/server.xml");
        for (List<String> words : List.of(List.of("adopt"), List.of("adopt", nowhere, "--chek"))) {
            assertThat(serval.run("serval.sh", words.toArray(new String[0])).mustFailWithOneLine())
                    .isEqualTo("adopt CATALINA_BASE [--check]");
        }
    }
}
