package dev.serval.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The distribution as it ships, by what operators and monitoring use. */
@Timeout(120)
class OperatedTest {
    /** Beans and attributes as public rules of the JMX exporter for Tomcat name them. */
    private static final List<Pattern> RULES =
            List.of(
                    Pattern.compile(
                            "Catalina:type=GlobalRequestProcessor,name=\"(\\w+-\\w+)-(\\d+)\""),
                    Pattern.compile("Catalina:type=ThreadPool,name=\"(\\w+-\\w+)-(\\d+)\""),
                    Pattern.compile("Catalina:type=Manager,host=(.*),context=(.*)"),
                    Pattern.compile(
                            "Catalina:j2eeType=Servlet,WebModule=//localhost(.*),name=(.*),"
                                    + "J2EEApplication=none,J2EEServer=none"),
                    Pattern.compile(
                            "Catalina:j2eeType=WebModule,name=//localhost(.*),J2EEApplication=none,"
                                    + "J2EEServer=none"),
                    Pattern.compile("Catalina:type=RequestProcessor,worker=\"(.*)\",name=(.*)"),
                    Pattern.compile("Catalina:type=StringCache"));

    @TempDir private static Path temporary;

    private static Installation serval;
    private static int opsPort;

    @BeforeAll
    static void start() throws Exception {
        Path home = Installation.unpack(temporary.toRealPath());
        serval = Installation.saysHello(home, temporary);
        opsPort = FreePort.find();
        serval.with("SERVAL_OPTS", "-Dserval.Listener[OpsEndpoint].port=" + opsPort);
        serval.run("startup.sh").mustSucceed();
    }

    @AfterAll
    static void stop() throws IOException {
        serval.close();
    }

    private static String ops(String path) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(serval.base.resolve("temp/ops.sock")));
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
            return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
        }
    }

    @Test
    void theSocketAnswersAndTellsWhereAttributesComeFrom() throws Exception {
        assertThat(ops("/ready")).startsWith("HTTP/1.1 200").endsWith("\r\n\r\nready\n");
        assertThat(ops("/config"))
                .contains("\"value\":\"" + serval.port + "\",\"origin\":\"conf/server.xml:")
                .contains(
                        "\"value\":\""
                                + opsPort
                                + "\",\"origin\":\"system property serval.Listener");
        assertThat(ops("/loglevel")).contains("\"dev.serval\":\"INFO\"");
    }

    @Test
    void aClientOfJmxThatComesLaterFindsTomcatsBeans() throws Exception {
        assertThat(serval.get("/").statusCode()).isEqualTo(200);
        VirtualMachine machine = VirtualMachine.attach(Long.toString(serval.server().pid()));
        String address;
        try {
            address = machine.startLocalManagementAgent();
        } finally {
            machine.detach();
        }
        try (JMXConnector client = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
            MBeanServerConnection beans = client.getMBeanServerConnection();
            // They are registered one after the other.
            for (Pattern rule : RULES) {
                Waiting.until(
                        rule.pattern(),
                        () ->
                                beans.queryNames(new ObjectName("Catalina:*"), null).stream()
                                        .anyMatch(name -> rule.matcher(name.toString()).matches()));
            }
            String worker = "\"http-nio-" + serval.port + "\"";
            ObjectName requests =
                    new ObjectName("Catalina:type=GlobalRequestProcessor,name=" + worker);
            assertThat((int) beans.getAttribute(requests, "requestCount")).isPositive();
            for (String attribute :
                    List.of(
                            "errorCount",
                            "bytesSent",
                            "bytesReceived",
                            "processingTime",
                            "maxTime")) {
                assertThat(beans.getAttribute(requests, attribute)).isNotNull();
            }
            ObjectName threads = new ObjectName("Catalina:type=ThreadPool,name=" + worker);
            for (String attribute :
                    List.of(
                            "currentThreadCount",
                            "currentThreadsBusy",
                            "connectionCount",
                            "keepAliveCount",
                            "pollerThreadCount",
                            "maxThreads",
                            "maxConnections")) {
                assertThat(beans.getAttribute(threads, attribute)).isNotNull();
            }
        }
    }

    @Test
    void aRecordingShowsTheRequest() throws Exception {
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        String pid = Long.toString(serval.server().pid());
        Path file = temporary.toRealPath().resolve("run.jfr");
        run(
                bin.resolve("jcmd").toString(),
                pid,
                "JFR.start",
                "name=t",
                "+serval.Request#threshold=0ns");
        assertThat(serval.get("/missing;jsessionid=secret?also=secret").statusCode())
                .isEqualTo(404);
        run(bin.resolve("jcmd").toString(), pid, "JFR.stop", "name=t", "filename=" + file);
        String events =
                run(bin.resolve("jfr").toString(), "print", "--events", "serval.*", "" + file);
        assertThat(events)
                .contains("serval.Accept {")
                .contains("serval.Request {")
                .contains("path = \"/missing\"")
                .contains("status = 404")
                .contains("serval.Rejection {")
                .doesNotContain("secret");
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void prometheusScrapesIt() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "prometheus"))),
                "prometheus is not installed");
        Path config = temporary.resolve("prometheus.yml");
        Files.writeString(
                config,
                "scrape_configs:\n- job_name: serval\n  scrape_interval: 1s\n  static_configs:\n"
                        + "  - targets: ['127.0.0.1:"
                        + opsPort
                        + "']\n");
        int port = FreePort.find();
        Process prometheus =
                new ProcessBuilder(
                                "prometheus",
                                "--config.file=" + config,
                                "--storage.tsdb.path=" + temporary.resolve("data"),
                                "--web.listen-address=127.0.0.1:" + port)
                        .redirectErrorStream(true)
                        .redirectOutput(temporary.resolve("prometheus.log").toFile())
                        .start();
        try {
            URI query = URI.create("http://127.0.0.1:" + port + "/api/v1/query?query=serval_ready");
            HttpClient client = HttpClient.newHttpClient();
            AtomicReference<String> answer = new AtomicReference<>();
            Waiting.until(
                    "it knows serval_ready",
                    () -> {
                        try {
                            answer.set(
                                    client.send(
                                                    HttpRequest.newBuilder(query).build(),
                                                    BodyHandlers.ofString())
                                            .body());
                            return answer.get().contains("serval_ready");
                        } catch (IOException e) {
                            return false; // it has not started yet
                        }
                    });
            assertThat(answer.get()).contains("\"1\"").contains("\"job\":\"serval\"");
        } finally {
            prometheus.destroy();
            prometheus.waitFor();
        }
    }
}
