package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Installation.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packed distribution from the outside: scripts, exit codes, processes, logs. */
@Timeout(300)
class DistributionTest {
    @TempDir static Path shared;
    private static Path home;

    @TempDir Path temporary;
    private Path base;
    private Installation serval;

    @BeforeAll
    static void unpack() throws IOException {
        home = Installation.unpack(shared.resolve("with a blank"));
    }

    @BeforeEach
    void makeBase() throws IOException {
        serval = Installation.saysHello(home, temporary);
        base = serval.base;
    }

    @AfterEach
    void endWhatRuns() {
        serval.close();
    }

    private Path log() {
        return serval.base.resolve("logs/serval.log");
    }

    private void mustBeStopped() {
        assertThat(serval.processes()).isEmpty();
        assertThat(serval.pidFile()).doesNotExist();
    }

    @Test
    void theArchiveIsAnInstallation() {
        for (String directory : List.of("bin", "conf", "lib", "webapps", "logs", "temp", "work")) {
            assertThat(home.resolve(directory)).isDirectory();
        }
        for (String file : List.of("LICENSE", "README.md", "CHANGELOG.md")) {
            assertThat(home.resolve(file)).isRegularFile();
        }
        assertThat(serval.files("bin"))
                .contains("serval-completion.bash")
                .allMatch(name -> name.endsWith(".sh") || name.equals("serval-completion.bash"));
        assertThat(serval.files("bin").stream().filter(name -> name.endsWith(".sh")))
                .allMatch(name -> Files.isExecutable(home.resolve("bin").resolve(name)));
        assertThat(serval.files("conf"))
                .noneMatch(name -> Files.isExecutable(home.resolve("conf").resolve(name)));
    }

    @Test
    void itsReadmeNamesWhatIsThereAndNothingOfACheckout() throws IOException {
        String readme = Files.readString(home.resolve("README.md"));
        Matcher named =
                Pattern.compile("\\b((bin|conf|webapps/docs)/[a-z-]+\\.[a-z]+)").matcher(readme);
        int count = 0;
        while (named.find()) {
            count++;
            boolean users = named.group(1).equals("bin/setenv.sh");
            assertThat(Files.exists(home.resolve(named.group(1))))
                    .as(named.group(1))
                    .isEqualTo(!users);
        }
        assertThat(count).isGreaterThan(4);
        assertThat(readme).doesNotContain("mvn", "Maven", "CONTRIBUTING");
    }

    @Test
    void classesOfTheServerAreNotCompressed() throws IOException {
        for (String jar : List.of("serval-server", "extensions/jsp/serval-jsp")) {
            try (ZipFile opened = new ZipFile(home.resolve("lib/" + jar + ".jar").toFile())) {
                assertThat(opened.stream().filter(e -> e.getName().endsWith(".class")))
                        .isNotEmpty()
                        .allMatch(entry -> entry.getMethod() == ZipEntry.STORED);
            }
        }
    }

    @Test
    void lambdaExpressionsAreClassesThatTheJvmTakes() throws Exception {
        List<URL> jars = new ArrayList<>();
        for (String jar : Files.readAllLines(home.resolve("lib/serval.classpath"))) {
            jars.add(home.resolve("lib").resolve(jar).toUri().toURL());
        }
        List<String> names = new ArrayList<>();
        for (String jar : List.of("serval-server", "serval-connectors")) {
            try (ZipFile opened = new ZipFile(home.resolve("lib/" + jar + ".jar").toFile())) {
                List<String> those =
                        opened.stream()
                                .map(ZipEntry::getName)
                                .filter(name -> name.contains("$$Lambda$"))
                                .toList();
                assertThat(those).as(jar).hasSizeGreaterThan(100);
                names.addAll(those);
            }
        }
        try (URLClassLoader loader =
                new URLClassLoader(
                        jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            for (String name : names) {
                String type = name.replace(".class", "").replace('/', '.');
                // It is verified before its members are known.
                assertThat(Class.forName(type, false, loader).getDeclaredMethods())
                        .as(type)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void theClassPathNamesExactlyTheShippedJars() throws IOException {
        List<String> listed = Files.readAllLines(home.resolve("lib/serval.classpath"));
        assertThat(listed).isSorted().contains("serval-server.jar", "serval-connectors.jar");
        List<String> shipped = new ArrayList<>(listed);
        shipped.add("extensions/serval-tomcat/serval-filters.jar");
        shipped.add("extensions/serval-tomcat/serval-tomcat.jar");
        for (String jar :
                List.of(
                        "serval-websocket",
                        "jakarta.websocket-api",
                        "jakarta.websocket-client-api")) {
            shipped.add("extensions/serval-websocket/" + jar + ".jar");
        }
        for (String jar :
                List.of(
                        "apache-el",
                        "apache-jsp",
                        "ecj",
                        "jakarta.el-api",
                        "jakarta.servlet.jsp-api",
                        "serval-jsp")) {
            shipped.add("extensions/jsp/" + jar + ".jar");
        }
        for (String jar :
                List.of("commons-dbcp2", "commons-pool2", "jcl-over-slf4j", "serval-dbcp")) {
            shipped.add("extensions/dbcp/" + jar + ".jar");
        }
        for (String jar : List.of("acme4j-client", "jose4j", "serval-acme")) {
            shipped.add("extensions/acme/" + jar + ".jar");
        }
        for (String jar :
                List.of(
                        "commons-pool2",
                        "gson",
                        "jedis",
                        "json",
                        "redis-authx-core",
                        "serval-redis")) {
            shipped.add("extensions/redis/" + jar + ".jar");
        }
        for (String jar :
                List.of(
                        "bcel",
                        "commons-io",
                        "commons-lang3",
                        "jakartaee-migration",
                        "org.eclipse.osgi",
                        "serval-javax")) {
            shipped.add("extensions/javax/" + jar + ".jar");
        }
        assertThat(serval.files("lib"))
                .filteredOn(name -> name.endsWith(".jar"))
                .containsExactlyInAnyOrderElementsOf(shipped);
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.apache.catalina.filters", "dev.serval.filters"})
    void applicationsSeeFiltersUnderTomcatsNamesAndTheirOwn(String names) throws Exception {
        Path inf = Files.createDirectories(serval.base.resolve("webapps/ROOT/WEB-INF"));
        Files.writeString(
                inf.resolve("web.xml"),
                """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                  <filter>
                    <filter-name>headers</filter-name>
                    <filter-class>NAMES.HttpHeaderSecurityFilter</filter-class>
                  </filter>
                  <filter-mapping>
                    <filter-name>headers</filter-name><url-pattern>/*</url-pattern>
                  </filter-mapping>
                </web-app>
                """
                        .replace("NAMES", names));
        assertThat(serval.run("serval.sh", "configtest").code()).isZero();
        serval.run("startup.sh").mustSucceed();
        assertThat(serval.get("/").headers().firstValue("X-Content-Type-Options"))
                .contains("nosniff");
        serval.run("shutdown.sh").mustSucceed();
    }

    @Test
    void applicationsHaveWebSocketAndItsClient() throws Exception {
        SocketApp.in(new AppDirectory(serval.base.resolve("webapps"), "sockets")).webXml("");
        assertThat(serval.run("serval.sh", "configtest").code()).isZero();
        serval.run("startup.sh").mustSucceed();
        try (SocketClient client = SocketClient.open(serval.port, "/sockets/calling")) {
            client.say("ws://localhost:" + serval.port + "/sockets/echo");
            assertThat(client.next()).isEqualTo("heard by true");
            serval.run("shutdown.sh").mustSucceed();
            assertThat(client.next()).startsWith("closed 1001");
        }
    }

    @Test
    void applicationsHavePoolsWithTheirDrivers() throws Exception {
        String url = "jdbc:h2:" + serval.base.resolve("data/file");
        new ResourceServer(serval.base)
                .context(
                        "<Resource name='jdbc/db' type='javax.sql.DataSource' username='sa'"
                                + " password='' url='"
                                + url
                                + "'/>")
                .library(org.h2.Driver.class);
        assertThat(serval.run("serval.sh", "configtest").code()).isZero();
        serval.run("startup.sh").mustSucceed();
        assertThat(
                        serval.get("/app/look?how=query&name=java:comp/env/jdbc/db&sql=select+42")
                                .body())
                .asString()
                .isEqualTo("42");
        assertThat(serval.get("/app/look?how=class&name=java:comp/env/jdbc/db").body())
                .asString()
                .isEqualTo("dev.serval.dbcp.Pool");
        serval.run("shutdown.sh").mustSucceed();
        assertThat(log()).content().doesNotContain("WARN", "ERROR");
    }

    @Test
    void startsServesTheShippedApplicationsAndStops() throws Exception {
        Path copy = Installation.unpack(temporary.resolve("installation"));
        try (Installation alone = new Installation(copy, copy)) {
            alone.asShipped().with("SERVAL_BASE", null);
            Outcome start = alone.run("startup.sh").mustSucceed();
            assertThat(start.out())
                    .contains("http://localhost:" + alone.port + "/")
                    .contains(copy.resolve("webapps").toString());
            for (String file : alone.files("webapps/ROOT")) {
                var response = alone.get("/" + file);
                assertThat(response.statusCode()).as(file).isEqualTo(200);
                assertThat(response.body())
                        .isEqualTo(Files.readAllBytes(copy.resolve("webapps/ROOT/" + file)));
            }
            assertThat(alone.get("/").statusCode()).isEqualTo(200);
            assertThat(alone.get("/none").statusCode()).isEqualTo(404);

            alone.run("shutdown.sh").mustSucceed();
            // Not isAlive: where nobody reaps orphans, a dead process stays a zombie.
            assertThat(alone.processes()).isEmpty();
            assertThat(alone.pidFile()).doesNotExist();
            assertThat(Files.readString(copy.resolve("logs/serval.log")))
                    .contains("INFO")
                    .doesNotContain("WARN", "ERROR");
            assertThat(copy.resolve("logs/serval.out")).isEmptyFile();
            assertThat(accessLog(copy))
                    .containsPattern("\"GET / HTTP/1.1\" 200 [0-9]+\n")
                    .containsPattern("\"GET /none HTTP/1.1\" 404 ");
        }
    }

    private static String accessLog(Path base) throws IOException {
        StringBuilder text = new StringBuilder();
        try (var files =
                Files.newDirectoryStream(base.resolve("logs"), "localhost_access_log.*.txt")) {
            for (Path file : files) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    @Test
    void aBaseWithoutConfUsesTheShippedOne() throws Exception {
        serval.run("startup.sh").mustSucceed();
        assertThat(serval.get("/").body()).asString().isEqualTo("<p>Hello");
        serval.run("shutdown.sh").mustSucceed();
        mustBeStopped();
        assertThat(log()).isNotEmptyFile();
    }

    @Test
    void applicationsLookUpTheirEnvironment() throws Exception {
        String servlet =
                """
                package a; @WebServlet("/limit") public class Limit extends HttpServlet {
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException, ServletException {
                        try {
                            Object limit = new javax.naming.InitialContext()
                                    .lookup("java:comp/env/limit");
                            response.getWriter().print(limit);
                        } catch (javax.naming.NamingException e) {
                            throw new ServletException(e);
                        }
                    }
                }
                """;
        Map<String, byte[]> files =
                new HashMap<>(Wars.below("WEB-INF/classes/", Wars.compile(temporary, servlet)));
        files.put(
                "WEB-INF/web.xml",
                Wars.text(
                        "<web-app version=\"6.1\"><env-entry>"
                                + "<env-entry-name>limit</env-entry-name>"
                                + "<env-entry-type>java.lang.Integer</env-entry-type>"
                                + "<env-entry-value>5</env-entry-value></env-entry></web-app>"));
        Files.write(base.resolve("webapps/shop.war"), Wars.zip(files));
        Files.write(base.resolve("webapps/desk.war"), Wars.zip(files));
        Path descriptors = Files.createDirectories(base.resolve("conf/Serval/localhost"));
        Files.copy(home.resolve("conf/server.xml"), base.resolve("conf/server.xml"));
        Files.writeString(
                descriptors.resolve("desk.xml"),
                "<Context><Environment name=\"limit\" type=\"java.lang.Integer\" value=\"7\""
                        + " override=\"false\"/></Context>");

        serval.run("startup.sh").mustSucceed();
        assertThat(serval.get("/shop/limit").body()).asString().isEqualTo("5");
        assertThat(serval.get("/desk/limit").body()).asString().isEqualTo("7");
    }

    @Test
    void aTakenPortIsSaidInOneLineThatNamesItsHolder() throws Exception {
        try (ServerSocket taken = new ServerSocket(serval.port)) {
            String line = serval.run("startup.sh").mustFailWithOneLine();
            assertThat(line).contains("Port " + taken.getLocalPort() + " is taken");
            assertThat(line).contains("(PID " + ProcessHandle.current().pid() + ")");
        }
        mustBeStopped();
    }

    @Test
    void aBrokenServerXmlIsSaidWithItsPlace() throws Exception {
        Path conf = Files.createDirectories(base.resolve("conf"));
        Files.writeString(conf.resolve("server.xml"), "<Server>\n  <Service>\n</Server>\n");
        Outcome start = serval.run("startup.sh");
        assertThat(start.code()).isEqualTo(1);
        assertThat(start.err()).contains("server.xml:3:");
        mustBeStopped();

        Outcome test = serval.run("configtest.sh");
        assertThat(test.code()).isEqualTo(1);
        assertThat(test.out()).contains("server.xml:3:");
    }

    @Test
    void configtestOpensNoPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(serval.port)) {
            assertThat(taken.isBound()).isTrue();
            Outcome outcome = serval.run("configtest.sh").mustSucceed();
            assertThat(outcome.out()).contains("is in order");
        }
    }

    @Test
    void aPidFileOfADeadServerIsReplaced() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        Installation.waitFor(dead);
        Files.createDirectories(base.resolve("temp"));
        Files.writeString(serval.pidFile(), dead.pid() + "\n");
        Outcome start = serval.run("startup.sh").mustSucceed();
        assertThat(start.out()).contains("left over");
        assertThat(serval.server().pid()).isNotEqualTo(dead.pid());
        serval.run("shutdown.sh").mustSucceed();
        mustBeStopped();
    }

    @Test
    void aPidFileThatNamesAnotherProgramIsReplacedAndTheProgramLeftAlone() throws Exception {
        Files.createDirectories(base.resolve("temp"));
        Files.writeString(serval.pidFile(), ProcessHandle.current().pid() + "\n");
        Outcome stop = serval.run("shutdown.sh");
        assertThat(stop.mustFailWithOneLine()).contains("not running");
        assertThat(serval.pidFile()).doesNotExist();
    }

    @Test
    void aSecondStartIsRefused() throws Exception {
        serval.run("startup.sh").mustSucceed();
        long pid = serval.server().pid();
        assertThat(serval.run("startup.sh").mustFailWithOneLine()).contains("PID " + pid);
        assertThat(serval.get("/").statusCode()).isEqualTo(200);
        assertThat(serval.server().pid()).isEqualTo(pid);
    }

    @Test
    void stoppingWhatDoesNotRunFails() throws Exception {
        assertThat(serval.run("shutdown.sh").mustFailWithOneLine()).contains("not running");
        // The PID file tells whom to stop; Tomcat needs the file for the port.
        assertThat(serval.run("shutdown.sh", "-config", "conf/b.xml").mustFailWithOneLine())
                .contains("not running");
        assertThat(serval.run("shutdown.sh", "soon").mustFailWithOneLine()).contains("\"soon\"");
    }

    @Test
    void certMakesACertificateThatReplacesNothingAndIsReadByItsOwnerOnly() throws Exception {
        assertThat(serval.run("serval.sh", "cert").mustFailWithOneLine())
                .contains("no directory conf");

        Path conf = Files.createDirectories(base.resolve("conf"));
        Outcome made = serval.run("serval.sh", "cert", "dev.example", "192.0.2.7").mustSucceed();
        assertThat(made.out())
                .contains("<Certificate certificateKeystoreFile=\"conf/localhost.p12\"/>")
                .contains("SSLEnabled=\"true\"");
        Path keystore = conf.resolve("localhost.p12");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keystore)))
                .isEqualTo("rw-------");
        KeyStore store = KeyStore.getInstance(keystore.toFile(), "changeit".toCharArray());
        X509Certificate certificate = (X509Certificate) store.getCertificate("serval");
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .contains("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "dev.example", "192.0.2.7");
        assertThat(Files.readString(conf.resolve("localhost.crt"))).contains("BEGIN CERTIFICATE");

        byte[] before = Files.readAllBytes(keystore);
        assertThat(serval.run("serval.sh", "cert").mustFailWithOneLine()).contains("there already");
        assertThat(keystore).hasBinaryContent(before);
        try (var files = Files.list(conf)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void httpsWithACertificateThatIsReplacedWhileItRuns() throws Exception {
        Path conf = Files.createDirectories(base.resolve("conf"));
        serval.run("serval.sh", "cert").mustSucceed();
        Files.writeString(
                conf.resolve("server.xml"),
                """
                <Server><Service>
                <Connector port="0" SSLEnabled="true">
                  <SSLHostConfig>
                    <Certificate certificateKeystoreFile="conf/localhost.p12"/>
                  </SSLHostConfig>
                </Connector>
                <Engine defaultHost="localhost"><Host name="localhost"/></Engine>
                </Service></Server>
                """);
        String said = serval.run("startup.sh").mustSucceed().out();
        Matcher address = Pattern.compile("https://localhost:([0-9]+)/").matcher(said);
        assertThat(address.find()).as(said).isTrue();
        int port = Integer.parseInt(address.group(1));
        Path other = temporary.toRealPath().resolve("other");
        Files.createDirectories(other.resolve("conf"));
        serval.with("SERVAL_BASE", other.toString()).run("serval.sh", "cert").mustSucceed();
        serval.with("SERVAL_BASE", base.toString());
        X509Certificate first = certificate(conf.resolve("localhost.crt"));
        X509Certificate second = certificate(other.resolve("conf/localhost.crt"));
        SSLContext trust = trusting(first, second);

        try (RawClient old = https(trust, port, "TLSv1.2");
                RawClient one = https(trust, port, "TLSv1.3")) {
            assertThat(List.of(old, one))
                    .allSatisfy(client -> assertThat(served(client)).isEqualTo(first));
            Files.move(
                    other.resolve("conf/localhost.p12"),
                    conf.resolve("localhost.p12"),
                    StandardCopyOption.REPLACE_EXISTING);
            Waiting.until(
                    "the new certificate",
                    () -> {
                        try (RawClient next = https(trust, port, "TLSv1.3")) {
                            return served(next).equals(second);
                        }
                    });
            assertThat(served(old)).isEqualTo(first);
        }
        serval.run("shutdown.sh").mustSucceed();
        mustBeStopped();
    }

    /** Asks for the page, which must come; the certificate of the server. */
    private static Certificate served(RawClient client) throws IOException {
        RawResponse response = client.exchange(ServerUnderTest.request("GET", "/"));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo("<p>Hello");
        return client.session().getPeerCertificates()[0];
    }

    private static RawClient https(SSLContext trust, int port, String protocol) throws IOException {
        Socket carrier = new Socket("localhost", port);
        carrier.setSoTimeout(RawClient.PATIENCE);
        return new RawClient(TestTls.over(carrier, protocol, trust, "localhost"), carrier);
    }

    private static X509Certificate certificate(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static SSLContext trusting(X509Certificate... certificates) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (X509Certificate certificate : certificates) {
            store.setCertificateEntry(certificate.getSerialNumber().toString(), certificate);
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void helpAndUnknownCommandsShowWhatThereIs() throws Exception {
        String help = serval.run("serval.sh", "help").mustSucceed().out();
        assertThat(help).startsWith("Usage: serval.sh COMMAND").contains("SERVAL_BASE");
        for (String[] wrong : new String[][] {{}, {"begin"}}) {
            Outcome outcome = serval.run("serval.sh", wrong);
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.err()).isEqualTo(help);
        }
    }

    @Test
    void aJavaThatIsTooOldIsSaid() throws Exception {
        Path old = Files.createDirectories(temporary.resolve("jdk-11"));
        Files.createDirectories(old.resolve("bin"));
        Files.createSymbolicLink(old.resolve("bin/java"), Path.of("/bin/true"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        serval.with("JAVA_HOME", old.toString());
        assertThat(serval.run("startup.sh").mustFailWithOneLine())
                .contains("Java 11")
                .contains("17 or newer");
        mustBeStopped();
    }

    @Test
    void theWorkingDirectoryOfTheCallerIsKept() throws Exception {
        Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("else where"));
        serval.in(elsewhere).run("startup.sh").mustSucceed();
        Path ofServer = Path.of("/proc/" + serval.server().pid() + "/cwd");
        assertThat(ofServer.toRealPath()).isEqualTo(elsewhere);
    }

    @Test
    void scriptsWorkThroughSymbolicLinks() throws Exception {
        Path link = temporary.resolve("start");
        Files.createSymbolicLink(link, home.resolve("bin/startup.sh"));
        serval.run(link).mustSucceed();
        assertThat(serval.get("/").statusCode()).isEqualTo(200);
    }

    @Test
    void optionsKeepTheirQuotesAndAreNotEvaluated() throws Exception {
        serval.with("JAVA_OPTS", "-Dfirst='a b' -Dsecond=x|y;z*");
        serval.with("SERVAL_OPTS", "\"-Dthird=$HOME `id`\"");
        serval.run("startup.sh").mustSucceed();
        Path commandLine = Path.of("/proc/" + serval.server().pid() + "/cmdline");
        assertThat(Files.readString(commandLine).split("\0"))
                .contains("-Dfirst=a b", "-Dsecond=x|y;z*", "-Dthird=$HOME `id`")
                .contains(
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.io=ALL-UNNAMED")
                .contains("-Dcatalina.base=" + base);
    }

    @ParameterizedTest(name = "a directory lib/{0} of the JVM: {1}")
    @CsvSource({"server, true", "zero, false"})
    void onlyAJvmWithBothCompilersGetsOptionsForThem(String kind, boolean both) throws Exception {
        serval.asShipped().with("JAVA_HOME", javaThatPrintsItsArguments(kind).toString());
        assertThat(option("-XX:Tier4InvocationThreshold=")).isEqualTo(both ? "15000" : null);
        for (String own :
                List.of(
                        "-XX:Tier4InvocationThreshold=7",
                        "-XX:-TieredCompilation",
                        "-XX:CompilationMode=high-only",
                        "-Xint")) {
            serval.with("SERVAL_OPTS", own);
            assertThat(option("-XX:Tier4InvocationThreshold="))
                    .as(own)
                    .isEqualTo(own.contains("=7") ? "7" : null);
        }
        serval.with("SERVAL_OPTS", null).with("JDK_JAVA_OPTIONS", "-XX:-TieredCompilation");
        assertThat(option("-XX:Tier4InvocationThreshold=")).isNull();
    }

    @Test
    void newObjectsHaveRoomForAStartUnlessTheHeapIsTheUsers() throws Exception {
        serval.asShipped().with("JAVA_HOME", javaThatPrintsItsArguments("server").toString());
        assertThat(option("-XX:NewSize=")).isEqualTo("32m");
        for (String own :
                List.of(
                        "-Xmx64m",
                        "-Da=b\n-Xms8m",
                        "-Da=b\t-Xmn8m",
                        "'-Xmx64m'",
                        "-XX:MaxRAMPercentage=50",
                        "-XX:MaxNewSize=8m",
                        "-XX:+UseSerialGC",
                        "-XX:MaxHeapSize=64m",
                        "@/dev/null")) {
            serval.with("SERVAL_OPTS", own);
            assertThat(option("-XX:NewSize=")).as(own).isNull();
        }
        serval.with("SERVAL_OPTS", "-Dapp-Xmx=1 -XX:+HeapDumpOnOutOfMemoryError -Xlog:gc");
        assertThat(option("-XX:NewSize=")).isEqualTo("32m");
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            serval.with(variable, "-Xmx64m");
            assertThat(option("-XX:NewSize=")).as(variable).isNull();
            serval.with(variable, null);
        }
    }

    private Path javaThatPrintsItsArguments(String kind) throws IOException {
        Path java = Files.createDirectories(temporary.resolve("jdk-17"));
        Files.createDirectories(java.resolve("lib").resolve(kind));
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"17.0.2\"\n");
        Path program = Files.createDirectories(java.resolve("bin")).resolve("java");
        Files.writeString(program, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return java;
    }

    /**
     * The value of an option that a JVM gets, which prints its arguments; null if none is given.
     */
    private String option(String name) throws Exception {
        List<String> values =
                serval.run("serval.sh", "run")
                        .mustSucceed()
                        .out()
                        .lines()
                        .filter(option -> option.startsWith(name))
                        .map(option -> option.substring(name.length()))
                        .toList();
        assertThat(values).hasSizeLessThan(2);
        return values.isEmpty() ? null : values.get(0);
    }

    @Test
    void setenvAndTomcatsNamesCount() throws Exception {
        Files.createDirectories(base.resolve("bin"));
        Files.writeString(
                base.resolve("bin/setenv.sh"), "CATALINA_OPTS=\"-Dwhere='$CATALINA_BASE/x'\"\n");
        serval.with("SERVAL_BASE", null).with("CATALINA_BASE", base.toString());
        serval.with("CATALINA_HOME", "/not/ours");
        serval.run("startup.sh").mustSucceed();
        Path commandLine = Path.of("/proc/" + serval.server().pid() + "/cmdline");
        assertThat(Files.readString(commandLine).split("\0")).contains("-Dwhere=" + base + "/x");
    }

    @Test
    void runStaysInTheForegroundAndSigtermEndsItWithCodeZero() throws Exception {
        Process run = serval.launch(home.resolve("bin/serval.sh"), "run");
        while (!Files.readString(serval.out()).contains("answers at")) {
            assertThat(run.waitFor(20, TimeUnit.MILLISECONDS)).as("ended early").isFalse();
        }
        assertThat(serval.server().pid()).as("the shell became the JVM").isEqualTo(run.pid());
        run.destroy();
        assertThat(Installation.waitFor(run)).isZero();
        mustBeStopped();
    }

    @Test
    void aResponseInFlightIsFinishedBeforeTheEnd() throws Exception {
        byte[] large = new byte[40_000_000];
        Files.write(base.resolve("webapps/ROOT/large.bin"), large);
        serval.run("startup.sh").mustSucceed();
        try (Socket socket = new Socket("localhost", serval.port)) {
            String request = "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isEqualTo('H');
            Process stop = serval.launch(home.resolve("bin/shutdown.sh"));
            while (!Files.readString(log()).contains("Stopping")) {
                assertThat(stop.waitFor(20, TimeUnit.MILLISECONDS)).as("too early").isFalse();
            }
            assertThat(in.readAllBytes().length).isGreaterThan(large.length);
            assertThat(Installation.waitFor(stop)).isZero();
        }
        mustBeStopped();
    }

    @Test
    void forceKillsAServerThatDoesNotStop() throws Exception {
        serval.run("startup.sh").mustSucceed();
        ProcessHandle server = serval.server();
        // A stopped process takes no SIGTERM.
        Process freeze = new ProcessBuilder("kill", "-STOP", "" + server.pid()).start();
        Installation.waitFor(freeze);
        long begun = System.nanoTime();
        Outcome outcome = serval.run("serval.sh", "stop", "2", "-force").mustSucceed();
        assertThat(System.nanoTime() - begun).isGreaterThan(TimeUnit.SECONDS.toNanos(2));
        assertThat(outcome.out()).contains("Killed after 2 s");
        mustBeStopped();
    }
}
