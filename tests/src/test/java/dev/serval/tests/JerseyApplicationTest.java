package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An application on Jersey 4 that has no web.xml, dropped into a running server: its servlet is
 * registered by an initializer that asks for annotated classes (Servlet 6.1 §8.2.4).
 */
@ParameterizedClass
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO", "NIO2"})
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JerseyApplicationTest {
    private static final String JSON = "application/json";

    @TempDir private static Path temp;
    private static DroppedWar app;

    @Parameter Wire wire;

    @BeforeParameterizedClassInvocation
    static void drop(Wire wire) throws Exception {
        app = new DroppedWar(wire, temp.resolve(wire.name()), "jersey/target/weather.war");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        app.close();
    }

    @Test
    void aPathParameterSelectsTheStation() throws Exception {
        RawResponse response = app.get("/api/stations/pole");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Type")).isEqualTo(JSON);
        assertThat(response.text()).isEqualTo("{\"station\":\"pole\",\"celsius\":-40.5}");
    }

    @Test
    void whatTheFilterAddsIsSent() throws Exception {
        assertThat(app.get("/api/stations/pole").field("Source")).isEqualTo("weather");
    }

    @Test
    void jsonIsReadAndWritten() throws Exception {
        String reading = "{\"station\":\"desert\",\"celsius\":51.0}";
        RawResponse response = app.post("/api/stations/desert", JSON, reading);
        assertThat(response.status()).isEqualTo(201);
        assertThat(response.field("Location"))
                .isEqualTo("http://localhost/weather/api/stations/desert");
        assertThat(response.text()).isEqualTo(reading);
        assertThat(app.get("/api/stations/desert").text()).isEqualTo(reading);
    }

    @Test
    void aFormIsRead() throws Exception {
        RawResponse response =
                app.post(
                        "/api/stations/hill",
                        "application/x-www-form-urlencoded",
                        "celsius=12.5&more=%C3%B6");
        assertThat(response.text()).isEqualTo("{\"station\":\"hill\",\"celsius\":12.5}");
    }

    @Test
    void aQueryParameterCounts() throws Exception {
        assertThat(app.get("/api/stations/pole/days?count=4").text()).isEqualTo("[0,1,2,3]");
        assertThat(app.get("/api/stations/pole/days").text()).isEqualTo("[0,1,2]");
    }

    @Test
    void aBodyThatIsNoJsonIsRefused() throws Exception {
        RawResponse response = app.post("/api/stations/hill", JSON, "{");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text()).isEqualTo("no reading");
    }

    @Test
    void anUnknownTypeIsRefused() throws Exception {
        assertThat(app.post("/api/stations/hill", "text/plain", "1").status()).isEqualTo(415);
    }

    @Test
    void whatIsNotThereIs404() throws Exception {
        assertThat(app.get("/api/stations/moon").status()).isEqualTo(404);
        assertThat(app.get("/api/nothing").status()).isEqualTo(404);
        assertThat(app.get("/other").status()).isEqualTo(404);
    }

    @Test
    void aMethodThatNobodyHasIsRefused() throws Exception {
        RawResponse response =
                app.exchange(ServerUnderTest.request("DELETE", "/weather/api/stations/pole/days"));
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.field("Allow").split(",")).contains("GET", "OPTIONS");
    }

    @Test
    void headHasTheFieldsAndNoBody() throws Exception {
        RawResponse response =
                app.exchange(ServerUnderTest.request("HEAD", "/weather/api/stations/pole"));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Type")).isEqualTo(JSON);
    }

    @Test
    void anExceptionIsMapped() throws Exception {
        RawResponse response = app.get("/api/stations/pole/broken");
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.text()).isEqualTo("no thermometer");
    }

    @Test
    void aSuspendedResponseIsResumedByAnotherThread() throws Exception {
        assertThat(app.get("/api/stations/pole/late").text())
                .isEqualTo("{\"station\":\"pole\",\"celsius\":1.5}");
    }

    @Test
    void aStageIsAnsweredWhenItIsComplete() throws Exception {
        assertThat(app.get("/api/stations/pole/stage").text())
                .isEqualTo("{\"station\":\"pole\",\"celsius\":2.5}");
    }

    @Test
    void aSuspendedResponseEndsByItsTimeout() throws Exception {
        assertThat(app.get("/api/stations/pole/never").status()).isEqualTo(503);
    }

    @Test
    void aStreamArrivesWhole() throws Exception {
        RawResponse response = app.get("/api/stations/pole/history?lines=3000");
        assertThat(response.field("Transfer-Encoding")).isEqualTo("chunked");
        StringBuilder expected = new StringBuilder();
        for (int line = 0; line < 3000; line++) {
            expected.append("pole ").append(line).append('\n');
        }
        assertThat(response.text()).isEqualTo(expected.toString());
    }

    @Test
    void theServletPathIsThatOfTheApplication() throws Exception {
        assertThat(app.get("/api/stations/pole/where").text())
                .isEqualTo("/api /stations/pole/where");
    }

    @Test
    void aConnectionIsKeptForTheNextRequest() throws Exception {
        try (RawClient client = app.connect()) {
            for (String name : new String[] {"late", "history?lines=2", "days", "never", "days"}) {
                String target = "/weather/api/stations/pole/" + name;
                RawResponse response = client.exchange(ServerUnderTest.request("GET", target));
                assertThat(response.status()).isEqualTo(name.equals("never") ? 503 : 200);
            }
        }
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void isGoneWithoutComplaintWhenItsWarIsRemoved() throws Exception {
        app.mustBeGoneAfterRemoval();
        assertThat(app.complaints()).isEmpty();
    }
}
