package dev.serval.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a session costs a request: none, one in memory, and one in PostgreSQL or Redis, on the
 * packed server and on Tomcat with a PersistentManager and its PersistentValve, which saves a
 * session after each request, too. Clients have sessions of their own. The servers take turns.
 */
public final class SessionCosts {
    private static final Path MADE =
            Path.of(System.getProperty("serval.benchmarks"), "target/deploy");
    private static final int CLIENTS = 16;
    private static final int SESSIONS = 200;
    private static final Pattern COOKIE = Pattern.compile("(?im)^set-cookie: *([^;\r\n]+)");
    private static final String RESOURCE =
            "<Resource name=\"jdbc/sessions\" auth=\"Container\" type=\"javax.sql.DataSource\""
                    + " driverClassName=\"org.postgresql.Driver\" url=\"%s\" username=\"%s\""
                    + " maxTotal=\"16\" maxIdle=\"16\"/></GlobalNamingResources>";
    private static final String TOMCAT_TABLE =
            "CREATE TABLE tomcat_own (id VARCHAR(100) NOT NULL PRIMARY KEY, valid CHAR(1) NOT NULL,"
                    + " maxinactive INT NOT NULL, lastaccess BIGINT NOT NULL, app VARCHAR(255),"
                    + " data BYTEA)";
    private static final String PERSISTENT =
            "<Manager className=\"org.apache.catalina.session.PersistentManager\"%s><Store"
                    + " className=\"org.apache.catalina.session.DataSourceStore\""
                    + " dataSourceName=\"jdbc/sessions\"%s/></Manager>";

    // What stands for the address in a context.
    private static final String REDIS = "@redis";
    private static final String IN_REDIS =
            "<Manager className=\"org.apache.catalina.session.PersistentManager\" sharing=\"%s\">"
                    + "<Store className=\"dev.serval.redis.RedisStore\" addresses=\""
                    + REDIS
                    + "\"/></Manager>";

    /** Where sessions are; the name is that of the application. */
    private enum Kept {
        MEMORY("<Manager pathname=\"\"/>"),
        STICKY(PERSISTENT.formatted(" sharing=\"sticky\"", " createTable=\"true\"")),
        FREE(PERSISTENT.formatted(" sharing=\"free\"", " createTable=\"true\"")),
        STICKY_REDIS(IN_REDIS.formatted("sticky")),
        FREE_REDIS(IN_REDIS.formatted("free")),
        STORED(
                "<Valve className=\"org.apache.catalina.valves.PersistentValve\"/>"
                        + PERSISTENT.formatted("", " sessionTable=\"tomcat_own\""));

        private final String context;

        Kept(String context) {
            this.context = context;
        }

        private boolean isOf(InstalledServer server) {
            return this == MEMORY || (server == InstalledServer.TOMCAT) == (this == STORED);
        }

        private String path() {
            return "/" + name().toLowerCase(Locale.ROOT);
        }
    }

    private final Path work;
    private final int rounds;
    private final int seconds;
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();

    private SessionCosts(Path work, int rounds, int seconds) {
        this.work = work;
        this.rounds = rounds;
        this.seconds = seconds;
    }

    /**
     * @param args {@code --rounds N} (3), {@code --seconds N} (5) of each measurement
     */
    public static void main(String[] args) throws Exception {
        int rounds = 3;
        int seconds = 5;
        if (LoadClient.WRK.missing() != null) {
            System.err.println(LoadClient.WRK.missing());
            System.exit(2);
        }
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--rounds" -> rounds = Integer.parseInt(args[i + 1]);
                case "--seconds" -> seconds = Integer.parseInt(args[i + 1]);
                default -> {
                    System.err.println("unknown: " + args[i]);
                    System.exit(2);
                }
            }
        }
        Path work = Files.createTempDirectory("sessions");
        // PostgreSQL does not run as root.
        Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (PostgresProcess database = PostgresProcess.start(work.resolve("postgres"));
                RedisProcess redis = RedisProcess.start(work.resolve("redis"))) {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(TOMCAT_TABLE);
            }
            SessionCosts costs = new SessionCosts(work, rounds, seconds);
            costs.run(database, redis);
            costs.print();
        } finally {
            InstalledServer.delete(work);
        }
    }

    private void run(PostgresProcess database, RedisProcess redis) throws Exception {
        Map<InstalledServer, InstalledProcess> running = new EnumMap<>(InstalledServer.class);
        try {
            for (InstalledServer server : InstalledServer.values()) {
                Path base = work.resolve(server.name());
                server.unpack(base, MADE, null);
                prepare(server, base, database, redis);
                running.put(server, server.run(base, Kept.MEMORY.path() + "/s?none", " 200 "));
            }
            Map<String, List<String>> cookies = new LinkedHashMap<>();
            for (InstalledServer server : InstalledServer.values()) {
                for (Kept kept : Kept.values()) {
                    if (kept.isOf(server)) {
                        cookies.put(server + kept.path(), cookies(running.get(server), kept));
                    }
                }
            }
            for (int round = -1; round < rounds; round++) {
                for (Map.Entry<InstalledServer, InstalledProcess> each : running.entrySet()) {
                    measure(each.getKey(), each.getValue(), Kept.MEMORY, "none", List.of(), round);
                    for (Kept kept : Kept.values()) {
                        List<String> mine = cookies.get(each.getKey() + kept.path());
                        if (mine != null) {
                            measure(each.getKey(), each.getValue(), kept, "read", mine, round);
                            measure(each.getKey(), each.getValue(), kept, "write", mine, round);
                        }
                    }
                }
            }
        } finally {
            for (InstalledProcess process : running.values()) {
                process.close();
            }
        }
    }

    private static void prepare(
            InstalledServer server, Path base, PostgresProcess database, RedisProcess redis)
            throws Exception {
        Path xml = base.resolve("conf/server.xml");
        Files.writeString(
                xml,
                Files.readString(xml)
                        .replace(
                                "</GlobalNamingResources>",
                                RESOURCE.formatted(database.url(), PostgresProcess.USER))
                        // Not what is measured.
                        .replaceAll("(?s)<Valve className=\"[^\"]*AccessLogValve\".*?/>", ""));
        Path driver =
                Path.of(
                        org.postgresql.Driver.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        Files.copy(driver, base.resolve("lib").resolve(driver.getFileName()));
        for (Kept kept : Kept.values()) {
            if (kept.isOf(server)) {
                deploy(
                        base.resolve("webapps" + kept.path()),
                        kept.context.replace(REDIS, redis.address()));
            }
        }
    }

    private static void deploy(Path app, String context) throws IOException {
        String name = CountingServlet.class.getName().replace('.', '/') + ".class";
        Path target = app.resolve("WEB-INF/classes/" + name);
        Files.createDirectories(target.getParent());
        try (InputStream in = SessionCosts.class.getClassLoader().getResourceAsStream(name)) {
            Files.copy(in, target);
        }
        Files.writeString(
                app.resolve("WEB-INF/web.xml"),
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\""
                        + " metadata-complete=\"true\"><servlet><servlet-name>s</servlet-name>"
                        + "<servlet-class>"
                        + CountingServlet.class.getName()
                        + "</servlet-class></servlet><servlet-mapping><servlet-name>s"
                        + "</servlet-name><url-pattern>/s</url-pattern></servlet-mapping>"
                        + "</web-app>");
        Files.createDirectories(app.resolve("META-INF"));
        Files.writeString(
                app.resolve("META-INF/context.xml"), "<Context>" + context + "</Context>");
    }

    private static List<String> cookies(InstalledProcess process, Kept kept) throws IOException {
        List<String> cookies = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            String answer = process.ask(kept.path() + "/s?write");
            Matcher found = COOKIE.matcher(answer);
            if (!answer.startsWith("HTTP/1.1 200") || !found.find()) {
                throw new IOException(kept + ": no session: " + answer);
            }
            cookies.add(found.group(1));
        }
        return cookies;
    }

    private void measure(
            InstalledServer server,
            InstalledProcess process,
            Kept kept,
            String how,
            List<String> cookies,
            int round)
            throws IOException, InterruptedException {
        Path script = work.resolve("sessions.lua");
        Files.writeString(script, script(kept.path() + "/s?" + how, cookies));
        double before = process.cpuMicros();
        LoadClient.Count count = wrk(process, script);
        double cpu = process.cpuMicros() - before;
        if (count.failed > 0 || count.requests == 0) {
            throw new IOException(
                    server + " " + kept + " " + how + ": " + count.failed + " failed");
        }
        if (round < 0) {
            return; // warm now
        }
        String what =
                how.equals("none")
                        ? server + ", no session"
                        : server + ", " + kept.name().toLowerCase(Locale.ROOT) + ", " + how;
        add(what + ", requests/s", count.perSecond);
        add(what + ", CPU us each", cpu / count.requests);
    }

    private LoadClient.Count wrk(InstalledProcess process, Path script)
            throws IOException, InterruptedException {
        Process wrk =
                new ProcessBuilder(
                                "wrk",
                                "-t1",
                                "-c" + CLIENTS,
                                "-d" + seconds + "s",
                                "--latency",
                                "-s",
                                script.toString(),
                                process.origin())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (wrk.waitFor() != 0) {
            throw new IOException("wrk: " + said);
        }
        return LoadClient.WRK.count(said.lines().toList(), work);
    }

    /** Sessions in turn. */
    private static String script(String path, List<String> cookies) {
        StringBuilder fields = new StringBuilder();
        List<String> all = cookies.isEmpty() ? List.of("") : cookies;
        for (String cookie : all) {
            fields.append("  \"").append(cookie).append("\",\n");
        }
        return """
        local cookies = {
        %s}
        local made, turn = {}, 0
        function init(args)
          for i, cookie in ipairs(cookies) do
            local headers = {}
            for name, value in pairs(wrk.headers) do headers[name] = value end
            if cookie ~= "" then headers["Cookie"] = cookie end
            made[i] = wrk.format("GET", "%s", headers)
          end
        end
        function request()
          turn = turn %% #made + 1
          return made[turn]
        end
        """
                .formatted(fields, path);
    }

    private void add(String what, double figure) {
        figures.computeIfAbsent(what, w -> new ArrayList<>()).add(figure);
        System.out.printf(Locale.ROOT, "%-40s %,10.1f%n", what, figure);
    }

    private void print() {
        System.out.println("\n| sessions | median (least to most) |");
        System.out.println("| --- | ---: |");
        figures.forEach(
                (what, values) -> {
                    double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
                    System.out.printf(
                            Locale.ROOT,
                            "| %s | %,.1f (%,.1f to %,.1f) |%n",
                            what,
                            PairRow.quantile(0.5, all),
                            PairRow.quantile(0, all),
                            PairRow.quantile(1, all));
                });
    }
}
