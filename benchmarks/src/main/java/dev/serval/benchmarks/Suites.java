package dev.serval.benchmarks;

import static dev.serval.benchmarks.Contender.HELIDON;
import static dev.serval.benchmarks.Contender.HTTPD_AJP;
import static dev.serval.benchmarks.Contender.HTTPD_EVENT;
import static dev.serval.benchmarks.Contender.HTTPD_PROXY;
import static dev.serval.benchmarks.Contender.HTTPD_TOMCAT;
import static dev.serval.benchmarks.Contender.HTTPD_TOMCAT_AJP;
import static dev.serval.benchmarks.Contender.JETTY;
import static dev.serval.benchmarks.Contender.NGINX;
import static dev.serval.benchmarks.Contender.SERVAL_BIO;
import static dev.serval.benchmarks.Contender.SERVAL_NIO;
import static dev.serval.benchmarks.Contender.SERVAL_NIO2;
import static dev.serval.benchmarks.Contender.SERVAL_WORKERS;
import static dev.serval.benchmarks.Contender.TOMCAT_NIO;
import static dev.serval.benchmarks.Contender.TOMCAT_NIO2;
import static dev.serval.benchmarks.Contender.UNDERTOW;
import static dev.serval.benchmarks.LoadScenario.KEEP_ALIVE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All suites by name, those of the literature and ours. Immutable. */
final class Suites {
    private static final int THREADS = 200;
    private static final List<Contender> SERVAL = List.of(SERVAL_BIO, SERVAL_NIO, SERVAL_NIO2);

    private final Effort effort;
    private final Loads loads;
    private final Literature literature;
    private final Map<String, Supplier<Suite>> suites = new TreeMap<>();

    Suites(Effort effort) {
        this.effort = effort;
        this.loads = new Loads(effort);
        this.literature = new Literature(effort);
        suites.put("guide", literature::guide);
        suites.put("series", literature::series);
        suites.put("jigsaw", literature::jigsaw);
        suites.put("servlet", this::servlet);
        suites.put("static", this::files);
        suites.put("idle", this::idle);
        suites.put("start", this::start);
        suites.put("peers", this::peers);
        suites.put("proxies", this::proxies);
        suites.put("websocket", () -> WebSockets.suite(effort));
        suites.put("load", this::load);
    }

    /** Throws when there is none of that name. */
    Suite named(String name) {
        Supplier<Suite> suite = suites.get(name);
        if (suite == null) {
            throw new IllegalArgumentException(
                    "no suite " + name + "; there are " + String.join(" ", suites.keySet()));
        }
        return suite.get();
    }

    /** Under the conditions that most have. */
    static Suite suite(
            String name,
            String title,
            List<Contender> contenders,
            Effort effort,
            List<Scenario> scenarios) {
        return new Suite(
                name,
                title,
                contenders,
                THREADS,
                false,
                jvm("-Xms256m", "-Xmx256m"),
                effort.rounds(),
                effort.rounds(),
                effort.quick(),
                scenarios);
    }

    /** With what the system property of that name adds. */
    static List<String> jvm(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        String more = System.getProperty("jvm", "").strip();
        if (!more.isEmpty()) {
            all.addAll(List.of(more.split(" +")));
        }
        return List.copyOf(all);
    }

    private static List<Contender> servalAnd(Contender... others) {
        List<Contender> all = new ArrayList<>(SERVAL);
        all.addAll(List.of(others));
        return all;
    }

    private Suite servlet() {
        return suite(
                "servlet",
                "Servlets, %d clients".formatted(Loads.CLIENTS),
                servalAnd(SERVAL_WORKERS, TOMCAT_NIO, TOMCAT_NIO2, JETTY, UNDERTOW, HELIDON),
                effort,
                servletRows());
    }

    private List<Scenario> servletRows() {
        Request hello = Request.servlet(Servlets.HELLO);
        Request echo =
                Request.post(
                        Servlets.ECHO, "{\"text\": \"%s\"}".formatted("0123456789".repeat(101)));
        Request session = Request.servlet(Servlets.SESSION).withSession();
        Request async = Request.servlet(Servlets.ASYNC);
        Request wait = Request.servlet(Servlets.WAIT);
        Request stream = Request.servlet(Servlets.STREAM).ofSize(Servlets.STREAMED);
        return List.of(
                loads.wrk("hello", hello, Loads.CLIENTS, KEEP_ALIVE),
                loads.again("hello, h2load", LoadClient.H2LOAD, hello),
                loads.wrk("JSON echo, 1 KB by POST", echo, Loads.CLIENTS, KEEP_ALIVE),
                loads.wrk("session", session, Loads.CLIENTS, KEEP_ALIVE),
                loads.wrk("async completion", async, Loads.CLIENTS, KEEP_ALIVE),
                loads.wrk("wait of 20 ms, 200 clients", wait, 200, KEEP_ALIVE),
                loads.wrk("wait of 20 ms, 2,000 clients", wait, 2000, KEEP_ALIVE),
                loads.wrk("streamed 1 MB, 25 clients", stream, 25, KEEP_ALIVE));
    }

    private Suite files() {
        return suite(
                "static",
                "Static files",
                servalAnd(TOMCAT_NIO, TOMCAT_NIO2, HTTPD_EVENT, NGINX, JETTY, UNDERTOW),
                effort,
                staticRows());
    }

    private List<Scenario> staticRows() {
        Request text = Request.files(13);
        Request small = Request.files(4096);
        Request medium = Request.files(31_819);
        Request large = Request.files(109_518);
        return List.of(
                loads.wrk("13 B, 149 clients", text, Loads.CLIENTS, KEEP_ALIVE),
                loads.wrk("9,126 B, 149 clients", Request.files(9126), Loads.CLIENTS, KEEP_ALIVE),
                loads.wrk("4, 10, 40 KB, 6 clients", Loads.mixed(), 6, KEEP_ALIVE),
                loads.wrk("4, 10, 40 KB, 30 clients", Loads.mixed(), 30, KEEP_ALIVE),
                loads.wrk("31,819 B, 25 clients", medium, 25, KEEP_ALIVE),
                loads.wrk("31,819 B, 25 clients, one request each", medium, 25, 1),
                loads.wrk("4 KB, 25 clients, one request each", small, 25, 1),
                loads.wrk("109,518 B, 25 clients, one request each", large, 25, 1),
                loads.wrk("5 MiB, 64 clients", Request.files(5 << 20), 64, KEEP_ALIVE),
                loads.ab("13 B, 149 clients, ab", text, KEEP_ALIVE, 100_000),
                loads.ab("31,819 B, 149 clients, one request each, ab", medium, 1, 20_000));
    }

    /** One httpd with the same settings in front of each server. */
    private Suite proxies() {
        Request hello = Request.servlet(Servlets.HELLO);
        Request echo =
                Request.post(
                        Servlets.ECHO, "{\"text\": \"%s\"}".formatted("0123456789".repeat(101)));
        Request stream = Request.servlet(Servlets.STREAM).ofSize(Servlets.STREAMED);
        return suite(
                "proxies",
                "Behind Apache httpd, by HTTP and AJP",
                List.of(HTTPD_PROXY, HTTPD_TOMCAT, HTTPD_AJP, HTTPD_TOMCAT_AJP),
                effort,
                List.of(
                        loads.wrk("hello", hello, Loads.CLIENTS, KEEP_ALIVE),
                        loads.wrk("JSON echo, 1 KB by POST", echo, Loads.CLIENTS, KEEP_ALIVE),
                        loads.wrk("streamed 1 MB, 25 clients", stream, 25, KEEP_ALIVE),
                        loads.wrk(
                                "9,126 B, 149 clients",
                                Request.files(9126),
                                Loads.CLIENTS,
                                KEEP_ALIVE)));
    }

    private Suite idle() {
        return suite(
                        "idle",
                        "Memory of an idle connection",
                        servalAnd(
                                TOMCAT_NIO,
                                TOMCAT_NIO2,
                                JETTY,
                                UNDERTOW,
                                HELIDON,
                                HTTPD_EVENT,
                                NGINX),
                        effort,
                        idleRows())
                // One heap to look at, which is not given back and taken again.
                .withJvm(jvm("-Xmx1g", "-XX:+UseSerialGC"))
                .withRounds(effort.quick() ? 1 : 3);
    }

    private List<Scenario> idleRows() {
        int connections = effort.connections().idle();
        return List.of(
                IdleScenario.of(connections, null, false),
                IdleScenario.of(connections, null, true),
                IdleScenario.of(connections, Encryption.Kind.JSSE, false),
                IdleScenario.of(connections, Encryption.Kind.JSSE, true));
    }

    private Suite start() {
        return suite(
                        "start",
                        "Start of an embedded server's process",
                        List.of(
                                SERVAL_NIO,
                                SERVAL_BIO,
                                TOMCAT_NIO,
                                JETTY,
                                UNDERTOW,
                                HELIDON,
                                HTTPD_EVENT,
                                NGINX),
                        effort,
                        startRows())
                .withJvm(jvm("-Xmx256m"))
                .withRounds(effort.quick() ? 3 * effort.rounds() : 15);
    }

    private static List<Scenario> startRows() {
        return List.of(
                StartScenario.of(1, false),
                StartScenario.of(20, false),
                StartScenario.of(1, true),
                StartScenario.of(20, true));
    }

    /** All loads; quick only what differs most. The suites idle and start have all peers anyway. */
    private Suite peers() {
        List<Scenario> scenarios = new ArrayList<>();
        for (List<Scenario> rows :
                List.of(
                        staticRows(),
                        literature.seriesRows(),
                        literature.jigsawRows(),
                        servletRows())) {
            scenarios.addAll(rows);
        }
        if (effort.quick()) {
            List<String> few =
                    List.of(
                            "13 B, 149 clients",
                            "9,126 B, 149 clients",
                            "31,819 B, one request each",
                            "31,819 B",
                            "31,819 B, TLS (JSSE)",
                            "hello",
                            "JSON echo, 1 KB by POST",
                            "wait of 20 ms, 2,000 clients",
                            "streamed 1 MB, 25 clients");
            scenarios.removeIf(scenario -> !few.contains(scenario.name()));
        }
        Suite suite =
                suite(
                                "peers",
                                "Serval beside its peers",
                                servalAnd(TOMCAT_NIO, JETTY, UNDERTOW, HELIDON, HTTPD_EVENT, NGINX),
                                effort,
                                scenarios)
                        .withThreads(600);
        return effort.quick() ? suite.withRounds(1) : suite;
    }

    /** One scenario, as the system properties say. */
    private Suite load() {
        String path = System.getProperty("path", "");
        int bytes = Integer.getInteger("bytes", 13);
        Request request = path.isEmpty() ? Request.files(bytes) : Request.servlet(path);
        int clients = Integer.getInteger("clients", Loads.CLIENTS);
        boolean keepAlive = Boolean.parseBoolean(System.getProperty("keepAlive", "true"));
        String tool = System.getProperty("client", "wrk");
        boolean takesSeconds = tool.equals("wrk") || tool.equals("h2load");
        String tls = System.getProperty("tls");
        String name =
                "%s, %d clients%s%s"
                        .formatted(
                                path.isEmpty() ? bytes + " B" : path,
                                clients,
                                keepAlive ? "" : ", one request each",
                                tls == null ? "" : ", TLS " + tls);
        Scenario scenario =
                new LoadScenario(
                        name,
                        tool(tool),
                        request,
                        clients,
                        keepAlive ? KEEP_ALIVE : 1,
                        Integer.getInteger("amount", takesSeconds ? effort.seconds() : 100_000),
                        tls == null ? null : Encryption.Kind.valueOf(tls),
                        effort.warmUps(),
                        false);
        return suite(
                        "load",
                        "One load",
                        Arrays.stream(Contender.values()).toList(),
                        effort,
                        List.of(scenario))
                .withThreads(Integer.getInteger("threads", THREADS));
    }

    private static LoadClient tool(String name) {
        return Stream.of(
                        LoadClient.WRK,
                        LoadClient.AB,
                        LoadClient.SIEGE,
                        LoadClient.H2LOAD,
                        LoadClient.JMETER)
                .filter(tool -> tool.program().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no client " + name));
    }
}
