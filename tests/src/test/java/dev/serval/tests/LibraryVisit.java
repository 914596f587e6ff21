package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a reader does in the application on Spring Boot from the closed door to the log-out, and
 * what has to come back each time. Owned by one thread; a new visit each time.
 */
final class LibraryVisit {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final String BACK = "Cookie: JSESSIONID=";
    private static final Pattern TOKEN =
            Pattern.compile("<input name=\"_csrf\" type=\"hidden\" value=\"([^\"]+)\"");
    private static final Pattern SESSION =
            Pattern.compile("JSESSIONID=([^;]+); HttpOnly; Path=/library; SameSite=Lax");

    private final DroppedWar app;
    private String cookie = "";
    private String token;

    LibraryVisit(DroppedWar app) {
        this.app = app;
    }

    /** All of it, in its order. */
    void whole() throws Exception {
        anybodySeesWhatIsStatic();
        theDoorIsClosed();
        theLoginPageHasAToken();
        aWrongPasswordLeadsBack();
        theRightOneLeadsWhereTheReaderWanted("kafka", "prag", "/library/reader?continue");
        theReaderIsKnown();
        aMistakeIsExplainedFieldByField();
        withoutTheTokenNothingIsTaken();
        aScanArrives();
        otherThreadsKnowTheReader();
        aCallAnswersWhoWaits();
        newsArriveAsTheyAreToldAndEnd();
        theEngineRoomIsForLibrarians();
        theLogOutEndsTheSession();
        aLibrarianSeesTheEngineRoom();
    }

    // ---- requests of one client

    private RawResponse get(String target, String... fields) throws Exception {
        return app.get(target, with(fields));
    }

    private RawResponse post(String target, String type, String body, String... fields)
            throws Exception {
        return app.post(target, type, body, with(fields));
    }

    private String[] with(String... fields) {
        String[] all = Arrays.copyOf(fields, fields.length + 2);
        all[fields.length] = BACK + cookie;
        all[fields.length + 1] = "Accept-Language: en";
        return all;
    }

    private String csrf() {
        return "X-CSRF-TOKEN: " + token;
    }

    private static String session(RawResponse response) {
        Matcher found = SESSION.matcher(String.valueOf(response.field("Set-Cookie")));
        assertThat(found.matches()).as(response.head()).isTrue();
        return found.group(1);
    }

    // ---- steps

    void anybodySeesWhatIsStatic() throws Exception {
        RawResponse style = get("/library.css");
        assertThat(style.status()).isEqualTo(200);
        assertThat(style.text()).isEqualTo("body { margin: 0 }\n");
        assertThat(style.field("Set-Cookie")).isNull();
        RawResponse health = get("/actuator/health");
        assertThat(health.status()).isEqualTo(200);
        assertThat(health.field("Content-Type"))
                .isEqualTo("application/vnd.spring-boot.actuator.v3+json");
        assertThat(health.text())
                .isEqualTo("{\"groups\":[\"liveness\",\"readiness\"],\"status\":\"UP\"}");
    }

    void theDoorIsClosed() throws Exception {
        RawResponse closed = get("/reader", "Accept: text/html");
        assertThat(closed.status()).isEqualTo(302);
        assertThat(closed.field("Location")).isEqualTo("/library/login");
        assertThat(closed.text()).contains("<a href=\"/library/login\">/library/login</a>");
        cookie = session(closed);
    }

    void theLoginPageHasAToken() throws Exception {
        RawResponse page = get("/login");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.field("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.field("Set-Cookie")).isNull();
        Matcher found = TOKEN.matcher(page.text());
        assertThat(found.find()).as(page.text()).isTrue();
        token = found.group(1);
    }

    private RawResponse logIn(String user, String password) throws Exception {
        return post(
                "/login", FORM, "username=" + user + "&password=" + password + "&_csrf=" + token);
    }

    void aWrongPasswordLeadsBack() throws Exception {
        RawResponse refused = logIn("kafka", "berlin");
        assertThat(refused.status()).isEqualTo(302);
        assertThat(refused.field("Location")).isEqualTo("/library/login?error");
        assertThat(refused.field("Set-Cookie")).isNull();
        assertThat(get("/login?error").text()).contains("Invalid credentials");
    }

    void theRightOneLeadsWhereTheReaderWanted(String user, String password, String target)
            throws Exception {
        RawResponse in = logIn(user, password);
        assertThat(in.status()).isEqualTo(302);
        assertThat(in.field("Location")).endsWith(target);
        String before = cookie;
        cookie = session(in);
        assertThat(cookie).as("session fixation").isNotEqualTo(before);
        RawResponse stale = app.get("/reader", BACK + before);
        assertThat(stale.status()).isEqualTo(302);
    }

    void theReaderIsKnown() throws Exception {
        // What was asked for before counts, its Accept field included.
        RawResponse room = get("/reader?continue");
        assertThat(room.status()).isEqualTo(200);
        assertThat(room.fields())
                .filteredOn(field -> !field.startsWith("Date: "))
                .containsExactlyInAnyOrder(
                        "Open: REQUEST",
                        "X-Content-Type-Options: nosniff",
                        "X-XSS-Protection: 0",
                        "Cache-Control: no-cache, no-store, max-age=0, must-revalidate",
                        "Pragma: no-cache",
                        "Expires: 0",
                        "X-Frame-Options: DENY",
                        "Content-Type: text/html;charset=UTF-8",
                        "Content-Length: 22");
        assertThat(room.text()).isEqualTo("kafka kafka true false");
        token = get("/reader/token").text();
    }

    void aMistakeIsExplainedFieldByField() throws Exception {
        RawResponse refused = post("/reader/notes", JSON, "{\"page\":0,\"text\":\" \"}", csrf());
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.field("Content-Type")).isEqualTo(JSON);
        assertThat(refused.text())
                .isEqualTo(
                        "{\"page\":\"must be greater than or equal to 1\","
                                + "\"text\":\"must not be blank\"}");
        RawResponse written = post("/reader/notes", JSON, "{\"page\":7,\"text\":\"ja\"}", csrf());
        assertThat(written.status()).isEqualTo(201);
        assertThat(written.text()).isEqualTo("{\"page\":7,\"text\":\"ja\"}");
    }

    void withoutTheTokenNothingIsTaken() throws Exception {
        RawResponse refused = post("/reader/notes", JSON, "{\"page\":7,\"text\":\"ja\"}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text()).contains("\"status\":403", "\"path\":\"/library/reader/notes\"");
    }

    void aScanArrives() throws Exception {
        String body =
                "--b\r\nContent-Disposition: form-data; name=\"_csrf\"\r\n\r\n"
                        + token
                        + "\r\n--b\r\nContent-Disposition: form-data; name=\"scan\";"
                        + " filename=\"p7.png\"\r\nContent-Type: image/png\r\n\r\n"
                        + "\u0089PNG".repeat(1000)
                        + "\r\n--b--\r\n";
        RawResponse taken = post("/reader/scans", "multipart/form-data; boundary=b", body);
        assertThat(taken.status()).isEqualTo(200);
        assertThat(taken.text()).isEqualTo("kafka p7.png 4000");
    }

    void otherThreadsKnowTheReader() throws Exception {
        RawResponse answer = get("/reader/called");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("kafka");
        assertThat(answer.all("Open")).containsExactly("REQUEST", "ASYNC");
    }

    void aCallAnswersWhoWaits() throws Exception {
        try (RawClient waiting = app.connect()) {
            waiting.send(ServerUnderTest.request("GET", "/library/reader/waited", with()));
            Waiting.until(
                    "somebody waits",
                    () -> post("/reader/call", FORM, "text=come", csrf()).text().equals("1"));
            RawResponse answer = waiting.response();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("come");
        }
    }

    void newsArriveAsTheyAreToldAndEnd() throws Exception {
        try (RawClient listening = app.connect()) {
            listening.send(
                    ServerUnderTest.request(
                            "GET", "/library/reader/news", with("Connection: close")));
            String head = listening.until("\r\n\r\n");
            assertThat(head).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(head)
                    .contains("Content-Type: text/event-stream\r\n", "Connection: close\r\n");
            assertThat(listening.until("\n\n\r\n")).isEqualTo("a\r\n:welcome\n\n\r\n");
            assertThat(post("/reader/news", FORM, "text=one&last=false", csrf()).text())
                    .isEqualTo("1");
            assertThat(listening.until("\n\n\r\n")).isEqualTo("15\r\nevent:news\ndata:one\n\n\r\n");
            assertThat(post("/reader/news", FORM, "text=two&last=true", csrf()).text())
                    .isEqualTo("0");
            assertThat(listening.readToEnd())
                    .isEqualTo("15\r\nevent:news\ndata:two\n\n\r\n0\r\n\r\n");
        }
    }

    void theEngineRoomIsForLibrarians() throws Exception {
        RawResponse refused = get("/actuator/info");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(get("/actuator/env").status()).isEqualTo(403);
    }

    void theLogOutEndsTheSession() throws Exception {
        RawResponse out = post("/logout", FORM, "", csrf());
        assertThat(out.status()).isEqualTo(302);
        assertThat(out.field("Location")).isEqualTo("/library/login?logout");
        RawResponse gone = get("/reader");
        assertThat(gone.status()).isEqualTo(302);
        assertThat(session(gone)).isNotEqualTo(cookie);
        cookie = "";
    }

    void aLibrarianSeesTheEngineRoom() throws Exception {
        RawResponse closed = get("/actuator/info", "Accept: text/html");
        assertThat(closed.status()).isEqualTo(302);
        cookie = session(closed);
        theLoginPageHasAToken();
        theRightOneLeadsWhereTheReaderWanted("borges", "aleph", "/library/actuator/info?continue");
        RawResponse info = get("/actuator/info");
        assertThat(info.status()).isEqualTo(200);
        assertThat(info.text()).isEqualTo("{\"app\":{\"name\":\"Library\"}}");
        assertThat(get("/actuator/env").status()).isEqualTo(404);
        theLogOut();
    }

    private void theLogOut() throws Exception {
        token = get("/reader/token").text();
        assertThat(post("/logout", FORM, "", csrf()).status()).isEqualTo(302);
    }
}
