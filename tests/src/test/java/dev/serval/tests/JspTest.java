package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JSP pages on the packed distribution, as it is shipped: an application, fact by fact. */
@Timeout(300)
class JspTest {
    private static final int REDEPLOYMENTS = Integer.getInteger("serval.redeployments", 5);

    @TempDir private static Path shared;
    private static Path home;
    private static Installation serval;

    static Stream<JspFact> facts() {
        return Stream.of(
                        JspFacts.DIRECTIVES,
                        JspFacts.SCRIPTING,
                        JspFacts.ACTIONS,
                        JspFacts.GROUPS,
                        JspFacts.SERVLETS,
                        JspTranslationFacts.ALL,
                        JspTagFacts.LANGUAGE,
                        JspTagFacts.TAGS_AND_FILES)
                .flatMap(List::stream);
    }

    @BeforeAll
    static void start() throws Exception {
        home = Installation.unpack(shared.resolve("unpacked"));
        serval = Installation.saysHello(home, shared);
        // What is softly reachable only is no leak.
        serval.with("SERVAL_OPTS", "-XX:SoftRefLRUPolicyMSPerMB=0");
        JspFixture.write(app(), shared, home, facts().toList());
        ownEngine(serval.base.resolve("webapps/own"));
        checking("unchecked", "0");
        checking("checked", "1");
        skipping(serval.base.resolve("webapps/skipping"));
        serval.run("startup.sh").mustSucceed();
    }

    /** One that is not developed any more. */
    private static void checking(String name, String seconds) throws IOException {
        Path root = serval.base.resolve("webapps").resolve(name);
        Files.createDirectories(root.resolve("WEB-INF"));
        Files.writeString(root.resolve("page.jsp"), "before");
        Files.writeString(
                root.resolve("WEB-INF/web.xml"),
                """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                  <servlet>
                    <servlet-name>jsp</servlet-name>
                    <servlet-class>org.apache.jasper.servlet.JspServlet</servlet-class>
                    <init-param>
                      <param-name>development</param-name><param-value>false</param-value>
                    </init-param>
                    <init-param>
                      <param-name>checkInterval</param-name><param-value>%s</param-value>
                    </init-param>
                  </servlet>
                </web-app>
                """
                        .formatted(seconds));
    }

    /** One whose library is not to be looked into. */
    private static void skipping(Path root) throws IOException {
        Files.createDirectories(root.resolve("WEB-INF/lib"));
        Files.createDirectories(root.resolve("META-INF"));
        Files.copy(app().resolve("WEB-INF/lib/tags.jar"), root.resolve("WEB-INF/lib/tags.jar"));
        Files.createDirectories(root.resolve("WEB-INF/classes/facts"));
        for (String name : List.of("JarListener.class", "Upper.class")) {
            String path = "WEB-INF/classes/facts/" + name;
            Files.copy(app().resolve(path), root.resolve(path));
        }
        Files.writeString(
                root.resolve("META-INF/context.xml"),
                "<Context><JarScanner><JarScanFilter tldSkip='tags.jar'/></JarScanner>"
                        + "</Context>");
        Files.writeString(
                root.resolve("page.jsp"), "<%@ taglib prefix='j' uri='urn:in-a-jar' %><j:stamp/>");
        Files.writeString(root.resolve("told.jsp"), "[${jarListener}]");
    }

    @Test
    void librariesThatAreToBeSkippedAreNotLookedInto() throws IOException {
        assertThat(get("/skipping/page.jsp").status()).isEqualTo(500);
        assertThat(get("/skipping/told.jsp").text()).isEqualTo("[]");
    }

    @Test
    void withoutDevelopmentPagesAreCheckedAtIntervalsOnly() throws Exception {
        for (String name : List.of("unchecked", "checked")) {
            assertThat(get("/" + name + "/page.jsp").text()).isEqualTo("before");
            Path page = serval.base.resolve("webapps").resolve(name).resolve("page.jsp");
            Files.writeString(page, "after");
            Files.setLastModifiedTime(page, FileTime.from(Instant.now().plusSeconds(60)));
            assertThat(get("/" + name + "/page.jsp").text()).isEqualTo("before");
        }
        Waiting.until("it", () -> get("/checked/page.jsp").text().equals("after"));
        assertThat(get("/unchecked/page.jsp").text()).isEqualTo("before");
    }

    @Test
    void otherRequestsGoOnWhileAPageIsCompiled() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<String> slow = threads.submit(() -> get("/app/slow/page.jsp").text());
            // A page too, which is compiled meanwhile.
            Waiting.until("it compiles", () -> get("/app/slow/state.jsp").text().equals("0"));
            assertThat(get("/app/parts/hello.jsp?who=you").text()).isEqualTo("hello you");
            assertThat(get("/app/parts/text.html").text()).isEqualTo("text");
            assertThat(slow.isDone()).isFalse();
            assertThat(get("/app/slow/open.jsp").status()).isEqualTo(200);
            assertThat(slow.get()).isEqualTo("compiled");
        } finally {
            threads.shutdownNow();
        }
    }

    private static Path app() {
        return serval.base.resolve("webapps/app");
    }

    @AfterAll
    static void end() {
        if (serval != null) {
            serval.close();
        }
    }

    private static RawResponse get(String target) throws IOException {
        return exchange("GET", target);
    }

    private static RawResponse exchange(String method, String target) throws IOException {
        try (RawClient client = new RawClient(serval.port)) {
            return client.exchange(request(method, target));
        }
    }

    private static String log() throws IOException {
        return Files.readString(serval.base.resolve("logs/serval.log"));
    }

    @ParameterizedTest
    @MethodSource("facts")
    void holds(JspFact fact) throws IOException {
        RawResponse answer = get("/app" + fact.path() + fact.query());
        assertThat(fact.wrong(answer.head(), answer.utf8()))
                .as("%s: %s\n%s", fact, answer.head(), answer.utf8())
                .isEmpty();
    }

    @Test
    void mistakesOfPagesAreInTheLogWithTheirLines() throws IOException {
        get("/app/facts/broken.jsp");
        assertThat(log())
                .contains("SRV-0670", "/facts/broken.jsp", "line: [2]", "secretWord")
                .contains("SRV-0601");
    }

    @Test
    void aDroppedDirectoryWithAPageIsAnApplication() throws Exception {
        Path directory = Files.createDirectories(serval.base.resolve("webapps/dropped"));
        Files.writeString(directory.resolve("hello.jsp"), "hello ${1 + 1}");
        Waiting.until("it answers", () -> get("/dropped/hello.jsp").status() == 200);
        assertThat(get("/dropped/hello.jsp").text()).isEqualTo("hello 2");
    }

    @Test
    void theExampleThatIsShippedAnswers() throws Exception {
        Path copy = serval.base.resolve("webapps/examples");
        Files.createDirectories(copy);
        for (String name : List.of("page.jsp", "index.html")) {
            Files.copy(home.resolve("webapps/examples").resolve(name), copy.resolve(name));
        }
        Waiting.until("it answers", () -> get("/examples/page.jsp").status() == 200);
        assertThat(get("/examples/page.jsp").text()).contains("[1, 4, 9, 16, 25]", "Pages 4.0");
        assertThat(get("/examples/index.html").text()).contains("href=\"page.jsp\"");
    }

    @Test
    void sourcesOfPagesAreNotSent() throws IOException {
        assertThat(get("/app/parts/hello.JSP").status()).isEqualTo(501);
        assertThat(get("/app/parts/part.jspf").status()).isEqualTo(404);
    }

    @Test
    void pagesTakeThreeMethods() throws IOException {
        assertThat(exchange("PUT", "/app/parts/hello.jsp").status()).isEqualTo(405);
        assertThat(exchange("POST", "/app/parts/hello.jsp").status()).isEqualTo(200);
    }

    @Test
    void aPageAnswersManyAtATime() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String target = "/app/facts/own.jsp?n=" + i;
                answers.add(threads.submit(() -> get(target).text()));
            }
            for (int i = 0; i < 200; i++) {
                assertThat(answers.get(i).get()).isEqualTo(Integer.toString(i));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aPageThatChangesIsCompiledAnew() throws Exception {
        Path page = app().resolve("facts/changing.jsp");
        Files.writeString(page, "before");
        assertThat(get("/app/facts/changing.jsp").text()).isEqualTo("before");
        Files.writeString(page, "after");
        Files.setLastModifiedTime(page, FileTime.from(Instant.now().plusSeconds(60)));
        Waiting.until("it", () -> get("/app/facts/changing.jsp").text().equals("after"));
    }

    /** An engine of the application's own, with its interfaces: what it has is its own. */
    private static void ownEngine(Path root) throws IOException {
        Path lib = Files.createDirectories(root.resolve("WEB-INF/lib"));
        for (Path jar : JspFixture.interfaces(home)) {
            Files.copy(jar, lib.resolve(jar.getFileName()));
        }
        Files.write(
                lib.resolve("begin.jar"),
                Wars.zip(
                        java.util.Map.of(
                                "META-INF/services/jakarta.servlet.ServletContainerInitializer",
                                Wars.text("org.apache.jasper.servlet.JasperInitializer"))));
        Files.writeString(
                root.resolve("WEB-INF/web.xml"),
                """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                  <servlet>
                    <servlet-name>jsp</servlet-name>
                    <servlet-class>org.apache.jasper.servlet.JspServlet</servlet-class>
                  </servlet>
                  <servlet-mapping>
                    <servlet-name>jsp</servlet-name><url-pattern>*.jsp</url-pattern>
                  </servlet-mapping>
                </web-app>
                """);
        Files.writeString(root.resolve("whose.jsp"), WHOSE);
    }

    private static final String WHOSE =
            "<%= jakarta.servlet.jsp.JspFactory.class.getClassLoader().getClass().getSimpleName() %>"
                    + " <%= jakarta.el.ELContext.class.getClassLoader().getClass().getSimpleName() %>"
                    + " ${1 + 1}";

    @Test
    void anApplicationThatBringsAnEngineHasItsOwn() throws IOException {
        Files.writeString(app().resolve("facts/whose.jsp"), WHOSE);
        assertThat(get("/own/whose.jsp").text()).isEqualTo("WebappClassLoader WebappClassLoader 2");
        assertThat(get("/app/facts/whose.jsp").text())
                .isEqualTo("ExtensionLoader ExtensionLoader 2");
    }

    @Test
    void librariesForAllApplicationsHaveTags() throws Exception {
        try (Installation other = another("shared")) {
            Path made = shared.resolve("with-library");
            JspFixture.write(made, shared, home, List.of());
            Files.createDirectories(other.base.resolve("lib"));
            try (Stream<Path> jars = Files.list(made.resolve("WEB-INF/lib"))) {
                for (Path jar : jars.filter(j -> j.toString().contains("taglibs")).toList()) {
                    Files.move(jar, other.base.resolve("lib").resolve(jar.getFileName()));
                }
            }
            Files.createDirectories(other.base.resolve("webapps/pages"));
            Files.writeString(
                    other.base.resolve("webapps/pages/a.jsp"),
                    "<%@ taglib prefix='c' uri='http://java.sun.com/jsp/jstl/core' %>"
                            + "<c:out value='shared'/>");
            other.run("startup.sh").mustSucceed();
            assertThat(text(other, "/pages/a.jsp")).isEqualTo("shared");
        }
    }

    private static Installation another(String name) throws IOException {
        return Installation.saysHello(home, Files.createDirectories(shared.resolve(name)));
    }

    private static List<Path> compiled(Path base, String application) throws IOException {
        return Tree.of(base.resolve("work")).stream()
                .filter(f -> f.toString().contains("/" + application + "/"))
                .filter(f -> f.toString().endsWith("_jsp.class"))
                .toList();
    }

    @Test
    void compiledPagesOutliveAStartAndNoRedeployment() throws Exception {
        try (Installation other = another("restarted")) {
            Path root =
                    Files.createDirectories(other.base.resolve("webapps/pages/WEB-INF/classes"));
            Path page = other.base.resolve("webapps/pages/a.jsp");
            Files.writeString(page, "a");
            other.run("startup.sh").mustSucceed();
            assertThat(text(other, "/pages/a.jsp")).isEqualTo("a");
            List<Path> first = compiled(other.base, "pages");
            assertThat(first).hasSize(1);
            FileTime written = Files.getLastModifiedTime(first.get(0).resolveSibling("a_jsp.java"));
            other.run("shutdown.sh").mustSucceed();

            other.run("startup.sh").mustSucceed();
            assertThat(text(other, "/pages/a.jsp")).isEqualTo("a");
            assertThat(Files.getLastModifiedTime(first.get(0).resolveSibling("a_jsp.java")))
                    .isEqualTo(written);

            Files.writeString(root.resolve("changed.txt"), "x");
            Files.createDirectories(root.resolve("../lib"));
            Files.writeString(root.resolve("../web.xml"), "<web-app version='6.1'/>");
            Waiting.until(
                    "the old one is away",
                    () -> {
                        assertThat(text(other, "/pages/a.jsp")).isEqualTo("a");
                        List<Path> now = compiled(other.base, "pages");
                        return now.size() == 1 && !now.equals(first);
                    });
        }
    }

    private static String text(Installation of, String path) throws Exception {
        return new String(of.get(path).body(), StandardCharsets.UTF_8);
    }

    @Test
    void pagesThatAreCompiledAheadNeedNoCompiler() throws Exception {
        try (Installation other = another("ahead")) {
            Path war = other.base.resolve("pages.war");
            Files.write(
                    war,
                    Wars.zip(
                            java.util.Map.of(
                                    "a.jsp", Wars.text("a ${1 + 1}"),
                                    "b.jsp", Wars.text("<% wrong %>"),
                                    "WEB-INF/views/c.jspx", Wars.text("<p>${1 + 2}</p>"))));
            Installation.Outcome outcome = other.run("serval.sh", "jspc", war.toString());
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.out()).contains("/b.jsp", "line: [1]");
            Files.copy(war, other.base.resolve("webapps/pages.war"));
            other.run("startup.sh").mustSucceed();
            assertThat(text(other, "/pages/a.jsp")).isEqualTo("a 2");
            assertThat(compiled(other.base, "pages")).isEmpty();
        }
    }

    /** Counted by the JVM itself, after a collection. */
    private static long loaders() throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin/jcmd");
        Process process =
                new ProcessBuilder(
                                jcmd.toString(),
                                Long.toString(serval.server().pid()),
                                "GC.class_histogram")
                        .redirectErrorStream(true)
                        .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text.lines()
                .filter(line -> line.matches(".* dev\\.serval\\.webapp\\.WebappClassLoader( .*)?"))
                .mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[1]))
                .sum();
    }

    /** Their pages were called, and somebody holds a WebSocket open. */
    @Test
    void applicationsThatAreDeployedAnewAreCollected() throws Exception {
        Path root = serval.base.resolve("webapps/leaving");
        Path made = shared.resolve("leaving");
        JspFixture.write(made, shared, home, JspTagFacts.TAGS_AND_FILES);
        new AppDirectory(shared, "leaving").classes(SocketApp.Echo.class);
        Files.move(made, root);
        Path stamp = root.resolve("WEB-INF/web.xml");
        Waiting.until("it answers", () -> get("/leaving/one").status() == 200);
        long before = loaders();
        for (int i = 1; i <= REDEPLOYMENTS; i++) {
            for (JspFact fact : JspTagFacts.TAGS_AND_FILES) {
                assertThat(get("/leaving" + fact.path()).status()).isEqualTo(200);
            }
            int told = i;
            try (SocketClient open = SocketClient.open(serval.port, "/leaving/echo")) {
                assertThat(open.say("still here").next()).contains("still here");
                Files.writeString(stamp, Files.readString(stamp) + " ");
                Waiting.until(
                        "deployment " + i,
                        () ->
                                log().split("Deployed web application \\[/leaving]").length
                                        > told + 1);
                assertThat(open.next()).startsWith("closed 1001");
            }
        }
        get("/leaving/one");
        Waiting.until("the old ones are collected", () -> loaders() <= before);
        assertThat(log()).doesNotContain("SRV-0843 [/leaving]", "SRV-0844 [/leaving]");
    }
}
