package dev.serval.benchmarks;

import static dev.serval.benchmarks.Contender.HTTPD_EVENT;
import static dev.serval.benchmarks.Contender.HTTPD_PREFORK;
import static dev.serval.benchmarks.Contender.HTTPD_PROXY;
import static dev.serval.benchmarks.Contender.HTTPD_WORKER;
import static dev.serval.benchmarks.Contender.JETTY;
import static dev.serval.benchmarks.Contender.NGINX;
import static dev.serval.benchmarks.Contender.SERVAL_BIO;
import static dev.serval.benchmarks.Contender.SERVAL_NIO;
import static dev.serval.benchmarks.Contender.SERVAL_NIO2;
import static dev.serval.benchmarks.Contender.TOMCAT_NIO;
import static dev.serval.benchmarks.Contender.TOMCAT_NIO2;
import static dev.serval.benchmarks.LoadScenario.KEEP_ALIVE;

import java.util.ArrayList;
import java.util.List;

/** The suites of the literature. Immutable. */
final class Literature {
    private static final List<Contender> FILES =
            List.of(
                    SERVAL_BIO,
                    SERVAL_NIO,
                    SERVAL_NIO2,
                    TOMCAT_NIO,
                    TOMCAT_NIO2,
                    HTTPD_EVENT,
                    NGINX);

    private final Effort effort;
    private final Loads loads;

    Literature(Effort effort) {
        this.effort = effort;
        this.loads = new Loads(effort);
    }

    Suite guide() {
        Request text = Request.files(13);
        Request image = Request.files(9126);
        Suite suite =
                Suites.suite(
                        "guide",
                        "Tomcat: The Definitive Guide: %d clients".formatted(Loads.CLIENTS),
                        List.of(
                                SERVAL_BIO,
                                SERVAL_NIO,
                                SERVAL_NIO2,
                                TOMCAT_NIO,
                                TOMCAT_NIO2,
                                HTTPD_PREFORK,
                                HTTPD_WORKER,
                                HTTPD_EVENT,
                                HTTPD_PROXY),
                        effort,
                        List.of(
                                loads.ab("text, 13 B", text, KEEP_ALIVE, 100_000),
                                loads.ab("image, 9,126 B", image, KEEP_ALIVE, 20_000),
                                loads.ab("text, 13 B, one request each", text, 1, 100_000),
                                loads.ab("image, 9,126 B, one request each", image, 1, 20_000),
                                loads.again("text, 13 B, siege", LoadClient.SIEGE, text),
                                loads.again("image, 9,126 B, siege", LoadClient.SIEGE, image),
                                loads.again("text, 13 B, JMeter", LoadClient.JMETER, text),
                                loads.again("image, 9,126 B, JMeter", LoadClient.JMETER, image)));
        return effort.quick() ? suite : suite.withRounds(3, 10);
    }

    Suite series() {
        return Suites.suite(
                        "series",
                        "Fastest Servlets in the West: static files",
                        FILES,
                        effort,
                        seriesRows())
                .withThreads(600);
    }

    List<Scenario> seriesRows() {
        Request small = Request.files(31_819);
        return List.of(
                loads.wrk("31,819 B, one request each", small, 25, 1),
                loads.wrk("31,819 B", small, 25, KEEP_ALIVE),
                loads.wrk("109,518 B", Request.files(109_518), 25, KEEP_ALIVE),
                loads.wrk("5 MiB, 500 clients", Request.files(5 << 20), 500, KEEP_ALIVE),
                loads.wrk("31,819 B, TLS (JSSE)", small, 25, KEEP_ALIVE, Encryption.Kind.JSSE),
                loads.wrk("31,819 B, TLS at its best", small, 25, KEEP_ALIVE, Encryption.Kind.BEST),
                loads.wrk(
                        "31,819 B, TLS at its best, one request each",
                        small,
                        25,
                        1,
                        Encryption.Kind.BEST));
    }

    Suite jigsaw() {
        List<Scenario> scenarios = new ArrayList<>(jigsawRows());
        int seconds = effort.quick() ? 5 : 60 * effort.seconds();
        for (int flows : new int[] {6, 30}) {
            scenarios.add(
                    new LoadScenario(
                            "4.%s %d s, 4, 10, 40 KB, %d flows"
                                    .formatted(flows == 6 ? "a" : "b", seconds, flows),
                            LoadClient.WRK,
                            Loads.mixed(),
                            flows,
                            KEEP_ALIVE,
                            seconds,
                            null,
                            0,
                            true));
        }
        List<Contender> contenders = new ArrayList<>(FILES);
        contenders.add(JETTY);
        return Suites.suite(
                        "jigsaw",
                        "W3C Jigsaw's performance evaluation, access log on",
                        contenders,
                        effort,
                        scenarios)
                .withLog();
    }

    List<Scenario> jigsawRows() {
        return List.of(
                loads.wrk("1.a 4 KB, one after another", Request.files(4096), 1, 1),
                loads.wrk("1.b 40 KB, one after another", Request.files(40_960), 1, 1),
                loads.wrk("2.a 4, 10, 40 KB, 6 flows", Loads.mixed(), 6, 1),
                loads.wrk("2.b 4, 10, 40 KB, 30 flows", Loads.mixed(), 30, 1),
                loads.wrk("3.a 5 requests per connection, 6 flows", Loads.mixed(), 6, 5),
                loads.wrk("3.b 5 requests per connection, 30 flows", Loads.mixed(), 30, 5));
    }
}
