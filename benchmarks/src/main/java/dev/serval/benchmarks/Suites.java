package dev.serval.benchmarks;

import static dev.serval.benchmarks.Contender.HELIDON;
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
import static dev.serval.benchmarks.Contender.UNDERTOW;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The suites of the literature, and ours. Immutable. */
final class Suites {
    private static final int THREADS = 200;
    private static final int CLIENTS = 149;
    private static final int KEEP = LoadScenario.KEEP_ALIVE;
    private static final List<String> JVM = jvm("-Xms256m", "-Xmx256m");
    private static final List<Contender> SERVAL = List.of(SERVAL_BIO, SERVAL_NIO, SERVAL_NIO2);
    private static final List<Contender> STATIC =
            List.of(
                    SERVAL_BIO,
                    SERVAL_NIO,
                    SERVAL_NIO2,
                    TOMCAT_NIO,
                    TOMCAT_NIO2,
                    HTTPD_EVENT,
                    NGINX);

    private final Effort effort;
    private final int seconds;
    private final Map<String, Supplier<Suite>> suites = new TreeMap<>();

    /** How much is done. */
    enum Effort {
        FULL(1, 10, 2, 3, 671),
        QUICK(0.2, 2, 1, 2, 67),
        /** Only to see that everything works. */
        TRIAL(0.01, 1, 0, 1, 2);

        private final double share;
        private final int seconds;
        private final int warmUps;
        private final int rounds;
        private final int loops;

        Effort(double share, int seconds, int warmUps, int rounds, int loops) {
            this.share = share;
            this.seconds = seconds;
            this.warmUps = warmUps;
            this.rounds = rounds;
            this.loops = loops;
        }

        private int of(int requests) {
            return Math.max((int) (requests * share), CLIENTS * 2);
        }
    }

    /**
     * @param seconds of each measurement that takes seconds; 0 for those of the effort
     */
    Suites(Effort effort, int seconds) {
        this.effort = effort;
        this.seconds = seconds > 0 ? seconds : effort.seconds;
        suites.put("guide", this::guide);
        suites.put("series", this::series);
        suites.put("jigsaw", this::jigsaw);
        suites.put("servlet", this::servlet);
        suites.put("static", this::files);
        suites.put("idle", this::idle);
        suites.put("start", this::start);
        suites.put("peers", this::peers);
        suites.put("load", this::load);
    }

    /** With what the system property of that name adds. */
    private static List<String> jvm(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        String more = System.getProperty("jvm", "").strip();
        if (!more.isEmpty()) {
            all.addAll(List.of(more.split(" +")));
        }
        return List.copyOf(all);
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

    private Suite suite(
            String name, String title, List<Contender> contenders, List<Scenario> scenarios) {
        return new Suite(
                name,
                title,
                contenders,
                THREADS,
                false,
                JVM,
                effort.rounds,
                effort.rounds,
                effort != Effort.FULL,
                scenarios);
    }

    private Suite guide() {
        List<Contender> contenders = new ArrayList<>(SERVAL);
        contenders.addAll(
                List.of(
                        TOMCAT_NIO,
                        TOMCAT_NIO2,
                        HTTPD_PREFORK,
                        HTTPD_WORKER,
                        HTTPD_EVENT,
                        HTTPD_PROXY));
        Request text = Request.files(13);
        Request image = Request.files(9126);
        int loops = CLIENTS * effort.loops;
        List<Scenario> scenarios =
                new ArrayList<>(
                        List.of(
                                ab("text, 13 B", text, KEEP, 100_000),
                                ab("image, 9,126 B", image, KEEP, 20_000),
                                ab("text, 13 B, one request each", text, 1, 100_000),
                                ab("image, 9,126 B, one request each", image, 1, 20_000),
                                load("text, 13 B, siege", LoadClient.SIEGE, text, loops),
                                load("image, 9,126 B, siege", LoadClient.SIEGE, image, loops),
                                load("text, 13 B, JMeter", LoadClient.JMETER, text, loops),
                                load("image, 9,126 B, JMeter", LoadClient.JMETER, image, loops)));
        Suite suite =
                suite(
                        "guide",
                        "Tomcat: The Definitive Guide: %d clients".formatted(CLIENTS),
                        contenders,
                        scenarios);
        return effort == Effort.FULL
                ? new Suite(
                        suite.name(),
                        suite.title(),
                        contenders,
                        THREADS,
                        false,
                        JVM,
                        3,
                        10,
                        false,
                        scenarios)
                : suite;
    }

    private Scenario ab(String name, Request request, int requestsPerConnection, int requests) {
        return new LoadScenario(
                name,
                LoadClient.AB,
                request,
                CLIENTS,
                requestsPerConnection,
                effort.of(requests),
                null,
                effort.warmUps,
                false);
    }

    /** Without warm-up: the same has been asked for by ab before. */
    private Scenario load(String name, LoadClient tool, Request request, int requests) {
        return new LoadScenario(name, tool, request, CLIENTS, KEEP, requests, null, 0, false);
    }

    private Scenario wrk(String name, Request request, int clients, int requestsPerConnection) {
        return wrk(name, request, clients, requestsPerConnection, null);
    }

    private Scenario wrk(
            String name,
            Request request,
            int clients,
            int requestsPerConnection,
            Encryption.Kind tls) {
        return new LoadScenario(
                name,
                LoadClient.WRK,
                request,
                clients,
                requestsPerConnection,
                seconds,
                tls,
                effort.warmUps,
                false);
    }

    private Suite series() {
        return threads(
                suite("series", "Fastest Servlets in the West: static files", STATIC, seriesRows()),
                600);
    }

    private List<Scenario> seriesRows() {
        Request small = Request.files(31_819);
        return List.of(
                wrk("31,819 B, one request each", small, 25, 1),
                wrk("31,819 B", small, 25, KEEP),
                wrk("109,518 B", Request.files(109_518), 25, KEEP),
                wrk("5 MiB, 500 clients", Request.files(5 << 20), 500, KEEP),
                wrk("31,819 B, TLS (JSSE)", small, 25, KEEP, Encryption.Kind.JSSE),
                wrk("31,819 B, TLS at its best", small, 25, KEEP, Encryption.Kind.BEST),
                wrk(
                        "31,819 B, TLS at its best, one request each",
                        small,
                        25,
                        1,
                        Encryption.Kind.BEST));
    }

    private static Suite threads(Suite suite, int threads) {
        return new Suite(
                suite.name(),
                suite.title(),
                suite.contenders(),
                threads,
                suite.log(),
                suite.jvm(),
                suite.rounds(),
                suite.mostRounds(),
                suite.quick(),
                suite.scenarios());
    }

    private Suite jigsaw() {
        List<Scenario> scenarios = new ArrayList<>(jigsawRows());
        int longest = effort == Effort.FULL ? 60 * seconds : 5;
        for (int flows : new int[] {6, 30}) {
            scenarios.add(
                    new LoadScenario(
                            "4.%s %d s, 4, 10, 40 KB, %d flows"
                                    .formatted(flows == 6 ? "a" : "b", longest, flows),
                            LoadClient.WRK,
                            mixed(),
                            flows,
                            KEEP,
                            longest,
                            null,
                            0,
                            true));
        }
        List<Contender> contenders = new ArrayList<>(STATIC);
        contenders.add(JETTY);
        return new Suite(
                "jigsaw",
                "W3C Jigsaw's performance evaluation, access log on",
                contenders,
                THREADS,
                true,
                JVM,
                effort.rounds,
                effort.rounds,
                effort != Effort.FULL,
                scenarios);
    }

    private static Request mixed() {
        return Request.files(4096, 10_240, 40_960);
    }

    private List<Scenario> jigsawRows() {
        return List.of(
                wrk("1.a 4 KB, one after another", Request.files(4096), 1, 1),
                wrk("1.b 40 KB, one after another", Request.files(40_960), 1, 1),
                wrk("2.a 4, 10, 40 KB, 6 flows", mixed(), 6, 1),
                wrk("2.b 4, 10, 40 KB, 30 flows", mixed(), 30, 1),
                wrk("3.a 5 requests per connection, 6 flows", mixed(), 6, 5),
                wrk("3.b 5 requests per connection, 30 flows", mixed(), 30, 5));
    }

    private Suite servlet() {
        List<Contender> contenders = new ArrayList<>(SERVAL);
        contenders.addAll(List.of(TOMCAT_NIO, TOMCAT_NIO2, JETTY, UNDERTOW, HELIDON));
        return suite(
                "servlet", "Servlets, %d clients".formatted(CLIENTS), contenders, servletRows());
    }

    private List<Scenario> servletRows() {
        String json = "{\"text\": \"%s\"}".formatted("0123456789".repeat(101));
        return List.of(
                wrk("hello", Request.servlet(Servlets.HELLO), CLIENTS, KEEP),
                new LoadScenario(
                        "hello, h2load",
                        LoadClient.H2LOAD,
                        Request.servlet(Servlets.HELLO),
                        CLIENTS,
                        KEEP,
                        seconds,
                        null,
                        0,
                        false),
                wrk("JSON echo, 1 KB by POST", Request.post(Servlets.ECHO, json), CLIENTS, KEEP),
                wrk("session", Request.servlet(Servlets.SESSION).withSession(), CLIENTS, KEEP),
                wrk("async completion", Request.servlet(Servlets.ASYNC), CLIENTS, KEEP),
                wrk("wait of 20 ms, 200 clients", Request.servlet(Servlets.WAIT), 200, KEEP),
                wrk("wait of 20 ms, 2,000 clients", Request.servlet(Servlets.WAIT), 2000, KEEP),
                wrk(
                        "streamed 1 MB, 25 clients",
                        Request.servlet(Servlets.STREAM).ofSize(Servlets.STREAMED),
                        25,
                        KEEP));
    }

    private Suite files() {
        List<Contender> contenders = new ArrayList<>(STATIC);
        contenders.addAll(List.of(JETTY, UNDERTOW));
        return suite("static", "Static files", contenders, staticRows());
    }

    private List<Scenario> staticRows() {
        Request medium = Request.files(31_819);
        return List.of(
                wrk("13 B, 149 clients", Request.files(13), CLIENTS, KEEP),
                wrk("9,126 B, 149 clients", Request.files(9126), CLIENTS, KEEP),
                wrk("4, 10, 40 KB, 6 clients", mixed(), 6, KEEP),
                wrk("4, 10, 40 KB, 30 clients", mixed(), 30, KEEP),
                wrk("31,819 B, 25 clients", medium, 25, KEEP),
                wrk("31,819 B, 25 clients, one request each", medium, 25, 1),
                wrk("4 KB, 25 clients, one request each", Request.files(4096), 25, 1),
                wrk("109,518 B, 25 clients, one request each", Request.files(109_518), 25, 1),
                wrk("5 MiB, 64 clients", Request.files(5 << 20), 64, KEEP),
                ab("13 B, 149 clients, ab", Request.files(13), KEEP, 100_000),
                ab("31,819 B, 149 clients, one request each, ab", medium, 1, 20_000));
    }

    private Suite idle() {
        List<Contender> contenders = new ArrayList<>(SERVAL);
        contenders.addAll(
                List.of(TOMCAT_NIO, TOMCAT_NIO2, JETTY, UNDERTOW, HELIDON, HTTPD_EVENT, NGINX));
        Suite suite = suite("idle", "Memory of an idle connection", contenders, idleRows());
        return new Suite(
                suite.name(),
                suite.title(),
                contenders,
                THREADS,
                false,
                // One heap to look at, which is not given back and taken again.
                jvm("-Xmx1g", "-XX:+UseSerialGC"),
                effort == Effort.FULL ? 3 : 1,
                effort == Effort.FULL ? 3 : 1,
                suite.quick(),
                suite.scenarios());
    }

    private List<Scenario> idleRows() {
        int connections =
                switch (effort) {
                    case FULL -> 10_000;
                    case QUICK -> 4000;
                    case TRIAL -> 500;
                };
        return List.of(
                IdleScenario.of(connections, null, false),
                IdleScenario.of(connections, null, true),
                IdleScenario.of(connections, Encryption.Kind.JSSE, false),
                IdleScenario.of(connections, Encryption.Kind.JSSE, true));
    }

    private Suite start() {
        List<Contender> contenders =
                List.of(
                        SERVAL_NIO,
                        SERVAL_BIO,
                        TOMCAT_NIO,
                        JETTY,
                        UNDERTOW,
                        HELIDON,
                        HTTPD_EVENT,
                        NGINX);
        Suite suite =
                suite("start", "Start of an embedded server's process", contenders, startRows());
        int rounds = effort == Effort.FULL ? 15 : 3 * effort.rounds;
        return new Suite(
                suite.name(),
                suite.title(),
                contenders,
                THREADS,
                false,
                jvm("-Xmx256m"),
                rounds,
                rounds,
                suite.quick(),
                suite.scenarios());
    }

    private static List<Scenario> startRows() {
        return List.of(
                StartScenario.of(1, false),
                StartScenario.of(20, false),
                StartScenario.of(1, true),
                StartScenario.of(20, true));
    }

    /** All of it; quick only what differs most. */
    private Suite peers() {
        List<Contender> contenders = new ArrayList<>(SERVAL);
        contenders.addAll(List.of(TOMCAT_NIO, JETTY, UNDERTOW, HELIDON, HTTPD_EVENT, NGINX));
        List<Scenario> scenarios = new ArrayList<>();
        for (List<Scenario> rows :
                List.of(staticRows(), seriesRows(), jigsawRows(), servletRows())) {
            scenarios.addAll(rows);
        }
        if (effort == Effort.FULL) {
            scenarios.addAll(idleRows());
            scenarios.addAll(startRows());
        } else {
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
            scenarios.add(StartScenario.of(1, false));
        }
        Suite suite =
                threads(suite("peers", "Serval beside its peers", contenders, scenarios), 600);
        return effort == Effort.FULL ? suite : suite.withRounds(1);
    }

    /** One scenario, as the system properties say. */
    private Suite load() {
        String path = System.getProperty("path", "");
        int bytes = Integer.getInteger("bytes", 13);
        Request request = path.isEmpty() ? Request.files(bytes) : Request.servlet(path);
        int clients = Integer.getInteger("clients", CLIENTS);
        boolean keepAlive = Boolean.parseBoolean(System.getProperty("keepAlive", "true"));
        String tool = System.getProperty("client", "wrk");
        boolean takesSeconds = tool.equals("wrk") || tool.equals("h2load");
        String tls = System.getProperty("tls");
        Scenario scenario =
                new LoadScenario(
                        "%s, %d clients%s%s"
                                .formatted(
                                        path.isEmpty() ? bytes + " B" : path,
                                        clients,
                                        keepAlive ? "" : ", one request each",
                                        tls == null ? "" : ", TLS " + tls),
                        tool(tool),
                        request,
                        clients,
                        keepAlive ? KEEP : 1,
                        Integer.getInteger("amount", takesSeconds ? seconds : 100_000),
                        tls == null ? null : Encryption.Kind.valueOf(tls),
                        effort.warmUps,
                        false);
        Suite suite =
                suite(
                        "load",
                        "One load",
                        Arrays.stream(Contender.values()).toList(),
                        List.of(scenario));
        return new Suite(
                suite.name(),
                suite.title(),
                suite.contenders(),
                Integer.getInteger("threads", THREADS),
                false,
                JVM,
                suite.rounds(),
                suite.mostRounds(),
                suite.quick(),
                suite.scenarios());
    }

    private static LoadClient tool(String name) {
        return List.of(
                        LoadClient.WRK,
                        LoadClient.AB,
                        LoadClient.SIEGE,
                        LoadClient.H2LOAD,
                        LoadClient.JMETER)
                .stream()
                .filter(tool -> tool.program().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no client " + name));
    }
}
