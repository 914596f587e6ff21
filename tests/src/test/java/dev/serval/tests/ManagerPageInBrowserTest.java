package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of the manager in Chromium, as people use it. Skipped where it is not installed. */
@Timeout(120)
final class ManagerPageInBrowserTest {
    private static final int PHONE = 360;
    private static final int LOAD = 7;
    private static final String MARKUP = "<img src=x onerror=\"document.title='bad'\"><b>&amp;";
    private static final String CAUSE = "no such table: PRICES <b>of 2026</b>";

    private static final String HOSTILE =
            "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.1'><display-name>"
                    + MARKUP.replace("&", "&amp;").replace("<", "&lt;")
                    + "</display-name></web-app>";

    private static final String FAILING =
            """
            package a; @WebListener
            public class Failing implements ServletContextListener {
                public void contextInitialized(ServletContextEvent event) {
                    throw new IllegalStateException("%s");
                }
            }
            """
                    .formatted(CAUSE);

    /** A GET keeps what it is told in a session; a POST waits for its content. */
    private static final String SHOP =
            """
            package a; @WebServlet("/shop")
            public class Shop extends HttpServlet {
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    request.getSession().setAttribute("cart", request.getParameter("cart"));
                }
                protected void doPost(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    request.getInputStream().readAllBytes();
                }
            }
            """;

    @TempDir static Path shared;
    private static ManagedServer serval;
    private static Browser browser;
    private BrowserPage page;

    @BeforeAll
    static void start() throws Exception {
        assumeThat(Browser.CHROMIUM).as("Debian's package chromium").exists();
        Path base = Files.createDirectories(shared.resolve("base"));
        Path apps = base.resolve("webapps");
        Path classes = Files.createDirectories(shared.resolve("classes"));
        Wars.write(apps.resolve("hostile"), Map.of("WEB-INF/web.xml", Wars.text(HOSTILE)));
        Wars.write(
                apps.resolve("shop"), Wars.below("WEB-INF/classes/", Wars.compile(classes, SHOP)));
        Wars.write(
                apps.resolve("prices"),
                Wars.below("WEB-INF/classes/", Wars.compile(classes, FAILING)));
        Files.createDirectories(base.resolve("logs"));
        Files.writeString(base.resolve("logs/serval.log"), "12:00:00.000 INFO " + MARKUP + "\n");
        serval = new ManagedServer(base, "<Connector port='0'/>", "");
        browser = Browser.start(Files.createDirectories(shared.resolve("browser")));
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
        if (serval != null) {
            serval.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        page = browser.open(url("gui:secret@"));
        page.until("document.querySelector('#applications table')");
    }

    @AfterEach
    void close() throws Exception {
        try {
            assertThat(page.complaints()).isEmpty();
        } finally {
            page.close();
        }
    }

    private static String url(String user) {
        return "http://" + user + "localhost:" + serval.port() + "/manager/html/";
    }

    private void view(String name) throws Exception {
        page.evaluate("void (location.hash = '#" + name + "')");
        page.until("!document.querySelector('#view-" + name.split("\\?")[0] + "').hidden");
    }

    private static String button(String label) {
        return "button[aria-label=\"" + label + "\"]";
    }

    private void press(String label) throws Exception {
        page.until("document.querySelector('" + button(label) + "')").click(button(label));
    }

    private void confirm(String naming) throws Exception {
        page.until("document.querySelector('#confirm').open");
        assertThat(page.text("#confirm-title")).contains(naming);
        page.click("#confirm-yes");
    }

    @Test
    void aWarThatIsDroppedIsDeployedAndUndeployedByThePage() throws Exception {
        Path war = shared.resolve("tea#green##7.war");
        Files.write(war, Wars.zip(Map.of("index.html", Wars.text("tea"))));
        page.evaluate("document.querySelector('#drop').scrollIntoView({block: 'center'})");
        Map<?, ?> place =
                (Map<?, ?>)
                        page.evaluate(
                                "(b => ({x: b.x + 20, y: b.y + 20}))"
                                        + "(document.querySelector('#drop').getBoundingClientRect())");
        for (String type : List.of("dragEnter", "dragOver", "drop")) {
            page.call(
                    "Input.dispatchDragEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            place.get("x"),
                            "y",
                            place.get("y"),
                            "data",
                            Map.of(
                                    "items",
                                    List.of(),
                                    "files",
                                    List.of(war.toString()),
                                    "dragOperationsMask",
                                    1)));
        }
        page.untilText("#chosen", "tea#green##7.war");
        assertThat(page.evaluate("document.querySelector('#path').value")).isEqualTo("/tea/green");
        page.click("#send")
                .untilText("#outcome", "Deployed application at context path [/tea/green##7]");
        assertThat(serval.get(null, "/tea/green/index.html").body()).isEqualTo("tea");

        press("Undeploy /tea/green##7");
        page.until("document.querySelector('#confirm').open").press("Escape", 27, 0);
        page.until("!document.querySelector('#confirm').open");
        assertThat(serval.get(null, "/tea/green/index.html").statusCode()).isEqualTo(200);
        press("Undeploy /tea/green##7");
        confirm("/tea/green##7");
        page.untilText("#outcome", "Undeployed application at context path [/tea/green##7]");
        assertThat(serval.get(null, "/tea/green/index.html").statusCode()).isEqualTo(404);
    }

    @Test
    void theChosenFileThatIsNoWarIsRefusedInWords() throws Exception {
        Path junk = Files.writeString(shared.resolve("junk.war"), "this is no zip");
        Map<?, ?> root = (Map<?, ?>) page.call("DOM.getDocument", Map.of()).get("root");
        Object input =
                page.call(
                                "DOM.querySelector",
                                Map.of("nodeId", root.get("nodeId"), "selector", "#war"))
                        .get("nodeId");
        page.call(
                "DOM.setFileInputFiles",
                Map.of("nodeId", input, "files", List.of(junk.toString())));
        page.untilText("#chosen", "junk.war").click("#send").untilText("#outcome", "Failed:");
        assertThat(page.text("#outcome")).contains("/junk");
        // The browser itself notes a status that is no success.
        assertThat(page.complaints()).allMatch(each -> each.contains("Failed to load resource"));
        page.close();
        page = browser.open(url("gui:secret@"));
        press("Undeploy /junk");
        confirm("/junk");
        page.untilText("#outcome", "Undeployed application at context path [/junk]");
    }

    @Test
    void anApplicationThatCannotStartIsShownWithItsCause() throws Exception {
        String row =
                "[...document.querySelectorAll('#applications tbody tr')]"
                        + ".find(r => r.textContent.includes('/prices'))";
        page.until(row + "?.querySelector('.cause')");
        assertThat((String) page.evaluate(row + ".textContent")).contains("failed", CAUSE);
        assertThat(page.evaluate(row + ".querySelectorAll('b').length")).isEqualTo(0.0);
    }

    @Test
    void whatApplicationsAndLogsSayIsText() throws Exception {
        page.untilText("#applications", MARKUP);
        view("log");
        page.untilText("#log", MARKUP);
        assertThat(page.evaluate("document.querySelectorAll('main img, main b').length"))
                .isEqualTo(0.0);
        assertThat((String) page.evaluate("document.title")).doesNotContain("bad");
    }

    @Test
    void theChartsMoveUnderLoad() throws Exception {
        view("live");
        String flight = "document.querySelector('#chart-flight .value').textContent";
        page.until("document.querySelector('#chart-flight path.line0')");
        page.until("parseInt(" + flight + ") >= 0");
        assertThat(number(page.evaluate(flight))).isLessThan(LOAD);
        String before = (String) page.evaluate(line("flight"));
        List<Socket> load = new ArrayList<>();
        try {
            for (int i = 0; i < LOAD; i++) {
                Socket socket = new Socket("localhost", serval.port());
                load.add(socket);
                socket.getOutputStream()
                        .write(
                                ("POST /shop/shop HTTP/1.1\r\nHost: localhost\r\n"
                                                + "Content-Length: 9\r\n\r\n1")
                                        .getBytes(StandardCharsets.US_ASCII));
            }
            page.until("parseInt(" + flight + ") >= " + LOAD);
            page.until(
                    "parseInt(document.querySelector('[id^=chart-connections]"
                            + " .value').textContent) >= "
                            + LOAD);
            assertThat(page.evaluate(line("flight"))).isNotEqualTo(before);
            assertThat(
                            (String)
                                    page.evaluate(
                                            "document.querySelector('#chart-flight svg')"
                                                    + ".getAttribute('aria-label')"))
                    .matches("Requests in flight: now \\d+, highest \\d+");
        } finally {
            for (Socket socket : load) {
                socket.close();
            }
        }
    }

    private static int number(Object text) {
        return Integer.parseInt(text.toString());
    }

    private static String line(String chart) {
        return "document.querySelector('#chart-" + chart + " path.line0').getAttribute('d')";
    }

    @Test
    void aPausedViewAsksNothing() throws Exception {
        view("live");
        page.until("document.querySelector('#chart-flight')").click("#view-live .pause");
        page.until("document.querySelector('#view-live .pause').ariaPressed === 'true'");
        int asked = page.events("Network.requestWillBeSent").size();
        // Longer than the two seconds between two questions.
        page.evaluate("new Promise(done => setTimeout(done, 2500))");
        assertThat(page.events("Network.requestWillBeSent")).hasSizeLessThanOrEqualTo(asked + 1);
    }

    @Test
    void aSessionIsSeenAndEnded() throws Exception {
        assertThat(serval.get(null, "/shop/shop?cart=tea").statusCode()).isEqualTo(200);
        view("sessions?host=localhost&path=/shop");
        page.untilText("#title-sessions", "Sessions of /shop");
        String attributes = "#sessions button[aria-label^='Attributes of session']";
        page.until("document.querySelector(\"" + attributes + "\")").click(attributes);
        page.untilText("#session", "cart").untilText("#session", "tea");
        page.click("#sessions button[aria-label^='End session']");
        confirm("/shop");
        page.untilText("#outcome", "Ended 1 session of [/shop]");
        page.untilText("#sessions caption", "0 sessions");
    }

    @Test
    void everyViewFitsAPhoneInTheDarkAndIsLabelled() throws Exception {
        page.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", PHONE, "height", 740, "deviceScaleFactor", 2, "mobile", true));
        page.call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
        for (String name :
                List.of(
                        "applications",
                        "sessions?path=/shop",
                        "live",
                        "requests",
                        "log",
                        "server")) {
            view(name);
            page.until("!document.querySelector('section:not([hidden]) .wait')");
            assertThat((double) page.evaluate("document.documentElement.scrollWidth"))
                    .as(name)
                    .isLessThanOrEqualTo(PHONE);
        }
        assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(25, 21, 17)");
        assertThat(
                        page.evaluate(
                                "[...document.querySelectorAll('input')]"
                                        + ".every(e => e.labels.length > 0)"))
                .isEqualTo(true);
        for (Map<?, ?> sent : page.events("Network.requestWillBeSent")) {
            String asked = ((Map<?, ?>) sent.get("request")).get("url").toString();
            assertThat(asked.replace("gui:secret@", ""))
                    .startsWith("http://localhost:" + serval.port() + "/manager/");
        }
    }
}
