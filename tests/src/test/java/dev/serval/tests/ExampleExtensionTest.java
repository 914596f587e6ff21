package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.extension.Extensions;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An extension that nobody of the server knows: built against its jars, dropped in, configured. */
@Timeout(300)
class ExampleExtensionTest {
    private static final String SERVER_XML =
            """
            <Server>
              <Listener className="example.GateListener" delay="300"/>
              <Service>
                <Connector port="0" protocol="NIO">
                  <UpgradeProtocol className="example.LinesProtocol" alpn="lines/2"/>
                </Connector>
                <Connector port="0" protocol="NIO2">
                  <UpgradeProtocol className="example.LinesProtocol"/>
                </Connector>
                <Connector port="0" protocol="BIO">
                  <UpgradeProtocol className="example.LinesProtocol"/>
                </Connector>
                <Engine defaultHost="localhost">
                  <Realm className="org.apache.catalina.realm.LockOutRealm">
                    <Realm className="example.PropertiesRealm" file="conf/users.properties">
                      <CredentialHandler className="example.ReversedCredentials"/>
                    </Realm>
                  </Realm>
                  <Host name="localhost"/>
                </Engine>
              </Service>
            </Server>
            """;

    @TempDir static Path shared;
    private static Path home;
    private static Path jar;
    private static Path app;

    @TempDir Path temporary;
    private Installation serval;
    private Path dropped;

    @BeforeAll
    static void build() throws IOException {
        home = Installation.unpack(shared.resolve("installation"));
        Path sources = Path.of("apps/extension").toAbsolutePath();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(sources)) {
            all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
        }
        for (String name : List.of("Protocol", "Connection", "Stream")) {
            files.add(Path.of("../connectors/src/test/java/example/lines/Lines" + name + ".java"));
        }
        Path classes = shared.resolve("classes");
        // By modules, so that it sees what they export and nothing else.
        compile(files, classes, "--module-path", lib(), "--add-modules", "dev.serval.server");
        jar = shared.resolve("example.jar");
        jar(
                jar,
                classes,
                Map.of(
                        "META-INF/services/dev.serval.extension.Extension",
                        Files.readAllBytes(
                                sources.resolve(
                                        "META-INF/services/dev.serval.extension.Extension"))));
        Path servlet = shared.resolve("LoaderServlet.java");
        Files.writeString(
                servlet,
                """
                @jakarta.servlet.annotation.WebServlet("/loaders")
                public class LoaderServlet extends jakarta.servlet.http.HttpServlet {
                    @Override
                    protected void doGet(
                            jakarta.servlet.http.HttpServletRequest request,
                            jakarta.servlet.http.HttpServletResponse response)
                            throws java.io.IOException {
                        String hidden = "hidden";
                        try {
                            Class.forName("example.PropertiesRealm");
                            hidden = "seen";
                        } catch (ClassNotFoundException e) {
                            // as it should be
                        }
                        response.getWriter()
                                .write(example.api.Gate.class.getClassLoader() + " " + hidden);
                    }
                }
                """);
        app = shared.resolve("app");
        compile(List.of(servlet, sources.resolve("example/api/Gate.java")), app, "-cp", lib());
    }

    private static String lib() throws IOException {
        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            return jars.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static void compile(List<Path> sources, Path into, String... path) throws IOException {
        Files.createDirectories(into);
        List<String> arguments = new ArrayList<>(List.of("-d", into.toString(), "-proc:none"));
        arguments.addAll(List.of(path));
        sources.forEach(source -> arguments.add(source.toString()));
        int code =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(code).isZero();
    }

    private static void jar(Path into, Path classes, Map<String, byte[]> more) throws IOException {
        Map<String, byte[]> entries = new HashMap<>(more);
        try (Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                entries.put(classes.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(into))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
    }

    @BeforeEach
    void makeBase() throws IOException {
        serval = Installation.saysHello(home, temporary);
        Path conf = Files.createDirectories(serval.base.resolve("conf"));
        Files.writeString(conf.resolve("server.xml"), SERVER_XML);
        Files.writeString(conf.resolve("users.properties"), "ann=terces staff\n");
        Path root = serval.base.resolve("webapps/ROOT");
        Path inf = Files.createDirectories(root.resolve("WEB-INF"));
        Files.createDirectories(root.resolve("private"));
        Files.writeString(root.resolve("private/index.html"), "for staff");
        Files.writeString(
                inf.resolve("web.xml"),
                """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                  <security-constraint>
                    <web-resource-collection>
                      <web-resource-name>private</web-resource-name>
                      <url-pattern>/private/*</url-pattern>
                    </web-resource-collection>
                    <auth-constraint><role-name>staff</role-name></auth-constraint>
                  </security-constraint>
                  <login-config><auth-method>BASIC</auth-method></login-config>
                  <security-role><role-name>staff</role-name></security-role>
                </web-app>
                """);
        try (Stream<Path> all = Files.walk(app)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path to = inf.resolve("classes").resolve(app.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
        Path folder = Files.createDirectories(serval.base.resolve("lib/extensions"));
        dropped = Files.copy(jar, folder.resolve("example.jar"));
    }

    @AfterEach
    void endWhatRuns() {
        serval.close();
    }

    private void change(String from, String to) throws IOException {
        Path file = serval.base.resolve("conf/server.xml");
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    @Test
    void misspeltAttributesAreNamedWithTheirPlaceAndTheNearestName() throws IOException {
        change("file=", "flie=");
        change("delay=\"300\"", "delay=\"soon\"");
        change("alpn=", "aln=");

        String out = serval.run("serval.sh", "configtest").out();

        assertThat(out)
                .contains(
                        "conf/server.xml:2:46: delay of GateListener is \"soon\", which is not a"
                                + " number of milliseconds",
                        "conf/server.xml:5:58: LinesProtocol has no attribute aln (did you mean"
                                + " alpn?)\n",
                        "conf/server.xml:15:52: PropertiesRealm has no attribute flie (did you"
                                + " mean file?)\n",
                        "conf/server.xml:15:9: PropertiesRealm needs the attribute file");
    }

    @Test
    void misspeltClassesAreNamedWithTheNearestName() throws IOException {
        change("example.PropertiesRealm", "example.PropertysRealm");
        change("\"example.LinesProtocol\" alpn", "\"example.LineProtocol\" alpn");

        String out = serval.run("serval.sh", "configtest").out();

        assertThat(out)
                .contains(
                        "Realm example.PropertysRealm is not known (did you mean"
                                + " example.PropertiesRealm?)",
                        "className of UpgradeProtocol is \"example.LineProtocol\", which is not"
                                + " known (did you mean example.LinesProtocol?)");
    }

    @Test
    void jarThatCannotBeLoadedKeepsTheServerFromStarting() throws IOException {
        Files.writeString(dropped, "no jar");
        application(
                "valve",
                "<Valve className=\"example.TokenAuthenticator\"/>",
                "<auth-method>BASIC</auth-method>");
        application("method", "", "<auth-method>TOKEN</auth-method>");

        List<String> out = serval.run("serval.sh", "configtest").out().lines().toList();

        assertThat(out).filteredOn(line -> line.contains("SRV-0852")).hasSize(1);
        String follows = " may be of the extension that cannot be used";
        assertThat(out)
                .contains(
                        "conf/server.xml:2:13: Listener example.GateListener" + follows,
                        "conf/server.xml:5:24: UpgradeProtocol example.LinesProtocol" + follows,
                        "conf/server.xml:15:16: Realm example.PropertiesRealm" + follows,
                        "webapps/method/WEB-INF/web.xml:9:3: auth-method TOKEN" + follows)
                .anyMatch(line -> line.contains("Valve example.TokenAuthenticator" + follows))
                .noneMatch(line -> line.contains("not known") || line.contains("did you mean"));
        assertThat(serval.run("startup.sh").mustFailWithOneLine())
                .startsWith("SRV-0852 The extension " + dropped + " is not a complete JAR file");
    }

    @Test
    void jarThatEverybodyMayChangeKeepsTheServerFromStarting() throws IOException {
        Files.setPosixFilePermissions(dropped, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThat(serval.run("startup.sh").mustFailWithOneLine())
                .startsWith("SRV-0853 The extension " + dropped + " can be changed by everybody");
    }

    /**
     * As on file systems that grant everybody all rights: the shipped extension is no hindrance.
     */
    @Test
    void whereEverybodyMayChangeTheServerItStarts() throws IOException {
        Path copy = Installation.unpack(temporary.resolve("installation"));
        try (Stream<Path> all = Files.walk(copy)) {
            for (Path file : all.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
        }
        try (Installation open = new Installation(copy, serval.base)) {
            open.run("startup.sh").mustSucceed();
            open.run("shutdown.sh").mustSucceed();
        }
    }

    @Test
    void itUsesNothingOfTheServerButTheSpi() {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        java.util.spi.ToolProvider jdeps =
                java.util.spi.ToolProvider.findFirst("jdeps").orElseThrow();
        jdeps.run(writer, writer, "-verbose:package", jar.toString());
        Matcher used = Pattern.compile("-> (dev\\.serval\\.\\S+)").matcher(out.toString());
        Set<String> packages = new TreeSet<>();
        while (used.find()) {
            packages.add(used.group(1));
        }

        assertThat(packages)
                .contains("dev.serval.http", "dev.serval.net", "dev.serval.security")
                .isSubsetOf(Extensions.SPI);
    }

    @Test
    void itsReferencePageIsMadeFromWhatItOffers() throws Exception {
        Path built = Path.of("../server/target");
        Path generator;
        try (Stream<Path> jars = Files.list(built)) {
            generator =
                    jars.filter(file -> file.toString().endsWith("-reference.jar"))
                            .findFirst()
                            .orElseThrow();
        }
        Path page = temporary.resolve("page.html");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-cp",
                                generator + File.pathSeparator + lib(),
                                "dev.serval.reference.ExtensionPage",
                                jar.toString())
                        .redirectOutput(page.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertThat(Installation.waitFor(process)).isZero();

        assertThat(Files.readString(page))
                .contains(
                        "<h2 id=\"propertiesrealm\"><code>PropertiesRealm</code></h2>\n"
                                + "    <p>Users of a file.</p>\n"
                                + "    <p><code>Realm</code> in <code>Engine</code>"
                                + " <code>Host</code> <code>Context</code>;"
                                + " in it: <code>CredentialHandler</code></p>",
                        "; the auth-method <code>TOKEN</code> of a web.xml</p>",
                        "<code>className</code></th><td><code>example.PropertiesRealm</code></td>",
                        "<tr id=\"propertiesrealm-file\"><th scope=\"row\"><code>file</code></th>"
                                + "<td>text</td><td>required</td>"
                                + "<td>The users, relative to the base.</td></tr>",
                        "<tr id=\"propertiesrealm-allRolesMode\">",
                        "<tr id=\"tokenauthenticator-field\">",
                        "<tr id=\"tokenauthenticator-alwaysUseSession\">",
                        "<tr id=\"tokenauthenticator-cache\">",
                        "<tr id=\"linesprotocol-alpn\"><th scope=\"row\"><code>alpn</code></th>",
                        "<td><code>lines/1</code></td>",
                        "<code>example.Rewriting</code>",
                        "<code>example.api</code>");
    }

    @Test
    void droppedInAndConfiguredItWorks() throws Exception {
        serval.run("startup.sh").mustSucceed();
        Map<String, Integer> ports = ports();
        assertThat(ports).containsOnlyKeys("NIO", "NIO2", "BIO");

        HttpClient client = HttpClient.newHttpClient();
        URI root = URI.create("http://localhost:" + ports.get("NIO") + "/");
        assertThat(get(client, root.resolve("private/"), null).statusCode()).isEqualTo(401);
        assertThat(get(client, root.resolve("private/"), "ann:wrong").statusCode()).isEqualTo(401);
        assertThat(get(client, root.resolve("private/"), "ann:secret").body())
                .isEqualTo("for staff");
        assertThat(get(client, root.resolve("loaders"), null).body())
                .isEqualTo("extension example.jar hidden");

        List<Lines> waiting = new ArrayList<>();
        for (int port : ports.values()) {
            Lines lines = new Lines(port);
            lines.send("H 1 17\nPOST /gate/wait 4H 2 17\nPOST /gate/size 4");
            lines.send("W 1 9999\nW 2 9999\n");
            lines.send("D 2 2\nabD 1 4\nwxyzD 1 0\nD 2 2\ncdD 2 0\n");
            lines.until("/size null 4");
            lines.send("H 3 17\nPOST /gate/open 0W 3 9999\n");
            assertThat(lines.until("/wait null 4")).containsSubsequence("/size", "/wait");
            waiting.add(lines);
        }
        for (Lines lines : waiting) {
            lines.send("H 4 17\nPOST /gate/wait 0H 5 17\nPOST /gate/size 0");
            lines.send("W 4 9999\nW 5 9999\n");
            lines.until("/size null 0");
        }
        serval.run("shutdown.sh").mustSucceed();
        for (Lines lines : waiting) {
            assertThat(lines.toTheEnd()).contains("G 0 0\n", "/wait null 0");
            lines.close();
        }
        assertThat(Files.readString(serval.base.resolve("logs/serval.log")))
                .doesNotContain("ERROR", "cut");
    }

    @Test
    void itsValvesStandAroundRequestsAtEveryLevel() throws Exception {
        change(
                "<Host name=\"localhost\"/>",
                "<Valve className=\"example.NeededField\" field=\"X-Pass\"/>"
                        + "<Host name=\"localhost\">"
                        + "<Valve className=\"example.Rewriting\" from=\"/old\" to=\"/loaders\"/>"
                        + "</Host>");
        Path own = serval.base.resolve("webapps/ROOT/META-INF");
        Files.createDirectories(own);
        Files.writeString(
                own.resolve("context.xml"),
                "<Context><Valve className=\"example.Counting\"/></Context>");
        serval.run("startup.sh").mustSucceed();
        URI root = URI.create("http://localhost:" + ports().get("NIO") + "/");
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest without = HttpRequest.newBuilder(root.resolve("old")).build();
        HttpRequest with =
                HttpRequest.newBuilder(root.resolve("old")).header("X-Pass", "1").build();

        assertThat(client.send(without, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        HttpResponse<String> first = client.send(with, BodyHandlers.ofString());
        assertThat(first.body()).isEqualTo("extension example.jar hidden");
        assertThat(first.headers().firstValue("X-Ended")).contains("0");
        // It is told when the response has left.
        String ended = "0";
        for (int i = 0; i < 1000 && ended.equals("0"); i++) {
            ended =
                    client.send(with, BodyHandlers.ofString())
                            .headers()
                            .firstValue("X-Ended")
                            .orElse("none");
        }
        assertThat(ended).matches("[1-9][0-9]*");
        serval.run("shutdown.sh").mustSucceed();
    }

    @Test
    void aMisspeltAttributeOfAValveIsNamed() throws IOException {
        change(
                "<Host name=\"localhost\"/>",
                "<Host name=\"localhost\"><Valve className=\"example.NeededField\""
                        + " feild=\"X-Pass\"/></Host>");

        assertThat(serval.run("serval.sh", "configtest").out())
                .contains("NeededField has no attribute feild (did you mean field?)");
    }

    /**
     * An application beside ROOT, with the same page.
     *
     * @param context what its context descriptor holds
     * @param login what its login-config holds
     */
    private void application(String name, String context, String login) throws IOException {
        Path root = serval.base.resolve("webapps/ROOT");
        Path own = serval.base.resolve("webapps").resolve(name);
        for (String directory : List.of("WEB-INF", "META-INF", "private")) {
            Files.createDirectories(own.resolve(directory));
        }
        Files.copy(root.resolve("private/index.html"), own.resolve("private/index.html"));
        Files.writeString(
                own.resolve("WEB-INF/web.xml"),
                Files.readString(root.resolve("WEB-INF/web.xml"))
                        .replace("<auth-method>BASIC</auth-method>", login));
        Files.writeString(
                own.resolve("META-INF/context.xml"), "<Context>" + context + "</Context>");
    }

    @Test
    void whatIsMisspeltOfAnAuthenticatorIsNamed() throws IOException {
        application(
                "valve",
                "<Valve className=\"example.TokenAuthenticator\" feild=\"X-Pass\"/>",
                "<auth-method>BASIC</auth-method>");
        change(
                "<Host name=\"localhost\"/>",
                "<Host name=\"localhost\"><Context docBase=\"other\">"
                        + "<Valve className=\"example.TokenAuthentcator\"/></Context></Host>");
        application("method", "", "<auth-method>TOKN</auth-method>");

        assertThat(serval.run("serval.sh", "configtest").out())
                .contains(
                        "webapps/valve/META-INF/context.xml:1:56: TokenAuthenticator has no"
                                + " attribute feild (did you mean field?)\n",
                        "Valve example.TokenAuthentcator is not known (did you mean"
                                + " example.TokenAuthenticator?)",
                        "webapps/method/WEB-INF/web.xml:9:3: auth-method is BASIC, CLIENT-CERT,"
                                + " DIGEST, FORM, NONE or TOKEN, not 'TOKN' (did you mean TOKEN?):"
                                + " nobody could log in\n");
    }

    @Test
    void anotherExtensionCannotTakeItsAuthMethod() throws IOException {
        dropOther(
                """
                public class Other implements dev.serval.extension.Extension {
                    @Override
                    public java.util.List<dev.serval.extension.Offer<?>> offers() {
                        return java.util.List.of(
                                dev.serval.extension.Offer.of(
                                                dev.serval.extension.Kind.AUTHENTICATOR,
                                                null,
                                                null,
                                                "Other")
                                        .answering("token"));
                    }
                }
                """);

        assertThat(serval.run("startup.sh").mustFailWithOneLine())
                .startsWith("SRV-0852")
                .contains("cannot be used: the extension ")
                .contains(" answers to the auth-method TOKEN already");
    }

    @Test
    void aStartThatFailsSaysWhichNameIsTheServersOwn() throws IOException {
        dropOther(
                """
                import dev.serval.extension.*;
                import dev.serval.settings.AttributeTable;
                import java.util.List;

                public class Other implements Extension {
                    @Override
                    public List<Offer<?>> offers() {
                        return List.of(
                                Offer.of(
                                        Kind.VALVE,
                                        new AttributeTable("Other", "", List.of()),
                                        settings -> null,
                                        "RemoteCIDRValve"));
                    }
                }
                """);
        change(
                "<Host name=\"localhost\"/>",
                "<Host name=\"localhost\"><Valve className=\"RemoteCIDRValve\" whom=\"me\"/></Host>");

        assertThat(serval.run("serval.sh", "run").err())
                .contains(
                        "SRV-0854 the extension other.jar offers Valve RemoteCIDRValve, which is the"
                                + " server's own: that one counts",
                        "SRV-0807");
    }

    /** Another extension beside it: the class Other, which is one. */
    private void dropOther(String source) throws IOException {
        Path file = Files.writeString(temporary.resolve("Other.java"), source);
        Path classes = temporary.resolve("other");
        compile(List.of(file), classes, "-cp", lib());
        jar(
                dropped.resolveSibling("other.jar"),
                classes,
                Map.of(
                        "META-INF/services/dev.serval.extension.Extension",
                        "Other".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whatItThrowsIsNotTakenForAFailureOfTheApplication() throws Exception {
        dropOther(
                """
                import dev.serval.extension.*;
                import dev.serval.settings.AttributeTable;
                import dev.serval.valve.CallValve;
                import java.util.List;

                public class Other implements Extension {
                    @Override
                    public List<Offer<?>> offers() {
                        CallValve failing =
                                (request, response, chain) -> List.of().get(request.getContentLength());
                        return List.of(
                                Offer.of(
                                        Kind.VALVE,
                                        new AttributeTable("Other", "", List.of()),
                                        settings -> place -> failing,
                                        "Other"));
                    }
                }
                """);
        change(
                "<Host name=\"localhost\"/>",
                "<Host name=\"localhost\"><Valve className=\"Other\"/></Host>");
        serval.run("startup.sh").mustSucceed();
        URI root = URI.create("http://localhost:" + ports().get("NIO") + "/");

        assertThat(get(HttpClient.newHttpClient(), root, null).statusCode()).isEqualTo(500);
        serval.run("shutdown.sh").mustSucceed();
        assertThat(Files.readString(serval.base.resolve("logs/serval.log")))
                .contains("SRV-0601 GET / failed: the extension other.jar in the call of ")
                .contains("at extension other.jar//Other.");
    }

    @Test
    void aValveOfItsThatFailsBeforeRoutingIsNamedWithIt() throws Exception {
        dropOther(
                """
                import dev.serval.extension.*;
                import dev.serval.settings.AttributeTable;
                import dev.serval.valve.PreRoutingValve;
                import java.util.List;

                public class Other implements Extension, PreRoutingValve {
                    @Override
                    public boolean admit(dev.serval.http.Exchange exchange) {
                        throw new IllegalStateException();
                    }

                    @Override
                    public List<Offer<?>> offers() {
                        return List.of(
                                Offer.of(
                                        Kind.VALVE,
                                        new AttributeTable("Other", "", List.of()),
                                        settings -> place -> this,
                                        "Other"));
                    }
                }
                """);
        change(
                "<Host name=\"localhost\"/>",
                "<Host name=\"localhost\"><Valve className=\"Other\"/></Host>");
        serval.run("startup.sh").mustSucceed();
        URI root = URI.create("http://localhost:" + ports().get("NIO") + "/");

        assertThat(get(HttpClient.newHttpClient(), root, null).statusCode()).isEqualTo(500);
        serval.run("shutdown.sh").mustSucceed();
        assertThat(Files.readString(serval.base.resolve("logs/serval.log")))
                .contains("SRV-0607 GET / failed: The valve Other of the extension other.jar ");
    }

    @Test
    void itsAuthenticatorLetsUsersLogIn() throws Exception {
        application(
                "valve",
                "<Valve className=\"example.TokenAuthenticator\" field=\"X-Pass\"/>",
                "<auth-method>BASIC</auth-method><realm-name>Gate</realm-name>");
        application("method", "", "<auth-method>Token</auth-method>");
        serval.run("startup.sh").mustSucceed();
        URI root = URI.create("http://localhost:" + ports().get("NIO") + "/");

        for (String place :
                List.of("valve X-Pass Gate", "method X-Token Authentication required")) {
            String[] words = place.split(" ", 3);
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(root.resolve(words[0] + "/private/"));
            HttpClient client = HttpClient.newHttpClient();
            HttpResponse<String> asked = client.send(request.build(), BodyHandlers.ofString());
            assertThat(asked.statusCode()).isEqualTo(401);
            assertThat(asked.headers().allValues("WWW-Authenticate"))
                    .containsExactly("Token realm=\"" + words[2] + "\"");
            request.header(words[1], "ann.secret");
            assertThat(client.send(request.build(), BodyHandlers.ofString()).body())
                    .isEqualTo("for staff");
            assertThat(get(client, root.resolve(words[0] + "/private/"), "ann:secret").statusCode())
                    .isEqualTo(401);
        }
        serval.run("shutdown.sh").mustSucceed();
    }

    private Map<String, Integer> ports() throws IOException {
        Matcher listening =
                Pattern.compile("Listening on port (\\d+) \\((\\w+)\\)")
                        .matcher(Files.readString(serval.base.resolve("logs/serval.log")));
        Map<String, Integer> ports = new HashMap<>();
        while (listening.find()) {
            ports.put(listening.group(2), Integer.parseInt(listening.group(1)));
        }
        return ports;
    }

    private static HttpResponse<String> get(HttpClient client, URI uri, String user)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (user != null) {
            String encoded = Base64.getEncoder().encodeToString(user.getBytes("UTF-8"));
            request.header("Authorization", "Basic " + encoded);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** A client of the protocol of lines. */
    private static final class Lines implements Closeable {
        private final Socket socket;
        private final InputStream in;
        private final StringBuilder seen = new StringBuilder();

        Lines(int port) throws IOException {
            socket = new Socket("localhost", port);
            socket.setSoTimeout(30_000);
            in = new BufferedInputStream(socket.getInputStream());
            send("LINES/1\n");
        }

        void send(String text) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(text.getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }

        /** All that has come, as soon as it ends with that. */
        String until(String end) throws IOException {
            while (!seen.toString().endsWith(end)) {
                int c = in.read();
                assertThat(c).as("after %s", seen).isNotNegative();
                seen.append((char) c);
            }
            return seen.toString();
        }

        String toTheEnd() throws IOException {
            seen.append(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
            return seen.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
