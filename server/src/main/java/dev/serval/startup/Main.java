package dev.serval.startup;

import dev.serval.adopt.Adoption;
import dev.serval.adopt.AdoptionReport;
import dev.serval.config.Compatibility;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServerXml;
import dev.serval.config.Surroundings;
import dev.serval.config.xml.Problem;
import dev.serval.container.ConfigurationCheck;
import dev.serval.container.Server;
import dev.serval.extension.ExtensionException;
import dev.serval.extension.Extensions;
import dev.serval.lifecycle.StopRequest;
import dev.serval.monitor.StartedWith;
import dev.serval.naming.java.javaURLContextFactory;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.settings.Location;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import javax.naming.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process that {@code bin/serval.sh} starts: {@code start}, {@code adopt}, {@code configtest},
 * {@code version}, {@code digest}, {@code serve}, {@code cert}, {@code jspc}, {@code cds}, {@code
 * help} or {@code train}, and those of {@link UserCommand} and {@link ServerCommands}. Called by
 * the JVM only. Exit codes: 0 if it succeeded or was told to end, 1 if it failed, 2 if a running
 * server does not understand it, 3 if there is none.
 */
public final class Main {
    /** Runs on the main thread while the server runs. */
    private interface Running {
        void with(Server server) throws Exception;
    }

    /** Commands with the log of the base; the others only print problems, and write no file. */
    private static final Set<String> SERVES = Set.of("start", "run", "adopt", "train");

    /** The option with which {@code adopt} only reports. */
    private static final String CHECK = "--check";

    /** Commands that read the configuration. */
    private static final Set<String> CONFIGURED = Set.of("start", "run", "configtest");

    /** Commands without arguments. */
    private static final Set<String> BARE = Set.of("version", "cds", "help", "-h", "--help");

    private final Logging logging = new Logging();
    private final Home home;
    private final Adoption adoption; // null where no directory of Tomcat is served
    private final Report report = report();

    private Main(Home home, Adoption adoption) {
        this.home = home;
        this.adoption = adoption;
    }

    /** Runs one command; without one, {@code start}. */
    public static void main(String[] arguments) {
        String command = arguments.length == 0 ? "start" : arguments[0];
        int code;
        try {
            Home home = Home.resolve(System::getProperty);
            Path logback = Logging.file(home);
            Logging.configureBy(
                    SERVES.contains(command) && !List.of(arguments).contains(CHECK)
                            ? home.logback()
                            : home.home().resolve("conf/logback-serve.xml"));
            if (BARE.contains(command)) {
                StartOptions.none(command, words(arguments));
            }
            if (CONFIGURED.contains(command)) {
                home = home.with(StartOptions.of(command, words(arguments)));
            }
            Main main = new Main(home, command.equals("adopt") ? adoption(home) : null);
            code =
                    switch (command) {
                        case "start", "run" -> main.start(Main::untilTheEnd);
                        case "adopt" -> main.adopt(words(arguments));
                        case "configtest" -> main.configtest(logback);
                        case "version" -> main.version();
                        case "serve" -> main.serveDirectory(arguments);
                        case "digest" -> main.digest(arguments);
                        case "cert" -> new CertCommand(home, System.out).run(words(arguments));
                        case "jspc" -> new JspcCommand(home, System.out).run(words(arguments));
                        case "user" ->
                                new UserCommand(
                                                home,
                                                Pbkdf2Credentials.DEFAULT,
                                                System.in,
                                                System.out)
                                        .run(words(arguments));
                        case "cds" -> main.makeArchive();
                        case "train" -> main.train();
                        case "help", "-h", "--help" -> {
                            System.out.print(usage());
                            yield 0;
                        }
                        default -> {
                            if (!ServerCommands.NAMES.contains(command)) {
                                throw new StartFailure(usage().stripTrailing());
                            }
                            yield new ServerCommands(home, System.out)
                                    .run(command, words(arguments));
                        }
                    };
        } catch (StartFailure e) {
            System.err.println(e.getMessage());
            report().failed(e.getMessage().lines().toList());
            code = 1;
        }
        System.exit(code);
    }

    private static Report report() {
        return new Report(
                System.getProperty("serval.report"), System.getProperty("serval.starting"));
    }

    private int version() {
        Version.lines(home).forEach(System.out::println);
        return 0;
    }

    private int configtest(Path logback) {
        List<Problem> problems = new ArrayList<>();
        Extensions extensions = Extensions.BROKEN;
        try {
            extensions = Extensions.in(home.base(), home.home());
        } catch (ExtensionException e) {
            problems.add(
                    Problem.of(
                            Problem.Severity.ERROR,
                            new Location(Extensions.FOLDER, 0, 0),
                            e.getMessage()));
        }
        ServerXml.Result result =
                ServerXml.read(home.serverXml(), Surroundings.ofProcess(), extensions);
        problems.addAll(result.problems());
        problems.addAll(ServerXml.taken(extensions));
        problems.addAll(home.ignored());
        problems.addAll(Logging.check(home, logback));
        if (result.read() != null) {
            problems.addAll(ConfigurationCheck.of(result.read(), home.home(), home.base()));
        }
        result.given().forEach(System.out::println);
        problems.forEach(problem -> System.out.println(Configuration.line(problem)));
        System.out.println(Configuration.summary(home, problems));
        return Configuration.broken(problems) ? 1 : 0;
    }

    private static Adoption adoption(Home home) {
        if (!Files.isRegularFile(home.base().resolve("conf/server.xml"))) {
            throw new StartFailure(
                    "SRV-0824 "
                            + home.base()
                            + " is no CATALINA_BASE: there is no conf/server.xml.");
        }
        return Adoption.of(
                home.base(), Path.of(System.getProperty("catalina.home", home.base().toString())));
    }

    private int adopt(List<String> words) {
        if (words.isEmpty()) {
            return start(Main::untilTheEnd);
        }
        AdoptionReport report = report(adoption);
        report.lines().forEach(System.out::println);
        return report.exitCode();
    }

    private AdoptionReport report(Adoption adopted) {
        try {
            return AdoptionReport.of(adopted, home.home());
        } catch (ExtensionException e) {
            throw new StartFailure(e.getMessage());
        }
    }

    private int serveDirectory(String[] arguments) {
        try {
            return new ServeCommand(ServeOptions.of(words(arguments)), home, System.out).run();
        } catch (InterruptedException e) {
            // The server never interrupts this thread; an interrupt ends the process.
            return 0;
        }
    }

    private int digest(String[] arguments) {
        return new DigestCommand(System.in, System.out).run(words(arguments));
    }

    /** The arguments after the command. */
    private static List<String> words(String[] arguments) {
        return List.of(arguments).subList(Math.min(1, arguments.length), arguments.length);
    }

    private static String usage() {
        try (InputStream in = Main.class.getResourceAsStream("usage.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new StartFailure("The help cannot be read: " + e);
        }
    }

    private int makeArchive() {
        try {
            System.out.println(new ClassArchive(home).make());
            return 0;
        } catch (InterruptedException e) {
            return 1; // an interrupt ends the process
        }
    }

    /** Trains the archive of classes: runs a complete start, a few requests, and the stop. */
    private int train() {
        Training training = new Training(home);
        training.prepare();
        return start(training::exercise);
    }

    private int start(Running running) {
        List<String> lines;
        try {
            running.with(serve());
            return 0;
        } catch (StartFailure e) {
            lines = e.getMessage().lines().toList();
        } catch (Exception | Error e) {
            logging.await();
            LoggerFactory.getLogger(Main.class).error("SRV-0805 The start failed.", e);
            lines =
                    List.of(
                            "SRV-0805 The start failed: "
                                    + (e.getMessage() == null ? e : e.getMessage())
                                    + " (more in "
                                    + home.base().resolve("logs/serval.log")
                                    + ")");
        }
        lines.forEach(System.err::println);
        report.failed(lines);
        return 1;
    }

    private Server serve() throws Exception {
        long begun = System.nanoTime();
        home.createDirectories();
        boolean adopts = adoption != null;
        logging.begin(home, adopts ? adoption::setLevels : () -> {});
        Extensions extensions = extensions();
        Compatibility compatibility = adopts ? adoption.compatibility() : Compatibility.NONE;
        ServerXml.Result result =
                ServerXml.read(
                        home.serverXml(), Surroundings.ofProcess(), extensions, compatibility);
        List<Problem> problems = new ArrayList<>(result.problems());
        problems.addAll(adopts ? home.missing() : home.ignored());
        if (Configuration.broken(problems)) {
            problems.addAll(ServerXml.taken(extensions)); // what they offer may be the reason
            List<String> lines = new ArrayList<>();
            problems.forEach(problem -> lines.add(Configuration.line(problem)));
            lines.add("SRV-0807 Serval did not start: " + home.serverXml() + " has errors.");
            throw new StartFailure(String.join("\n", lines));
        }
        logging.await();
        problems.addAll(logging.problems());
        if (adopts) {
            report(adoption).lines().forEach(System.out::println);
        }
        Logger log = LoggerFactory.getLogger(Main.class);
        logging.leaveToApplications();
        Version.lines(home).forEach(log::info);
        log.info("CDS:   {}", ClassArchive.given());
        result.given().forEach(log::info);
        problems.forEach(problem -> log.warn("{}", problem));

        provideNames();
        ServerConfig config = result.config();
        Opened opened;
        try {
            opened = open(result, extensions, compatibility);
        } finally {
            problems.addAll(late(config, extensions, log));
        }
        Server server = opened.server;

        Banner banner = Banner.of(server, config, home);
        banner.requireAnswers();
        List<String> lines = banner.lines((System.nanoTime() - begun) / 1_000_000);
        lines.forEach(log::info);
        List<String> told = new ArrayList<>(result.given());
        problems.forEach(problem -> told.add(Configuration.line(problem)));
        told.addAll(lines);
        if (opened.control != null) {
            opened.control.join();
        }
        report.ok(told);
        logging.started();
        new ClassArchive(home).afterStart(server);
        return server;
    }

    /** A server whose ports are open, and the thread that opens its control socket; or null. */
    private record Opened(Server server, Thread control) {}

    private Opened open(ServerXml.Result result, Extensions extensions, Compatibility compatibility)
            throws Exception {
        ServerConfig config = result.config();
        Server server =
                Server.of(
                        config,
                        home.home(),
                        home.base(),
                        new StartedWith(LogbackLevels.ofServer(), result.settings()));
        requireFreePorts(server, config);
        String pid = System.getProperty("serval.pid", "");
        ShutdownHook ending =
                new ShutdownHook(
                        pid.isEmpty() ? null : PidFile.claim(Path.of(pid)), StopTimes.of(config));
        Runtime.getRuntime().addShutdownHook(new Thread(ending, "stop"));
        server.onStopRequest(ending::end);
        server.onReloadRequest(
                new ConfigurationReload(
                                home.serverXml(), extensions, compatibility, server, ending::times)
                        ::run);
        Thread control = pid.isEmpty() ? null : Control.open(server, home.base().resolve("temp"));
        server.startApplications();
        ending.running(server::drain);
        server.openPorts();
        ShutdownPort.open(
                config.stop().port(),
                () -> server.requestStop(new StopRequest("the shutdown port", null)));
        return new Opened(server, control);
    }

    /** Logs warnings that no port has to wait for. They end no server that answers. */
    private List<Problem> late(ServerConfig config, Extensions extensions, Logger log) {
        List<Problem> late = new ArrayList<>();
        Logging.attempt(
                () -> {
                    late.addAll(ServerXml.taken(extensions));
                    late.addAll(ConfigurationCheck.unread(config, home.home(), home.base()));
                },
                "Files of users and descriptors were not checked");
        late.forEach(problem -> log.warn("{}", problem));
        return late;
    }

    private Extensions extensions() {
        try {
            return Extensions.in(home.base(), home.home());
        } catch (ExtensionException e) {
            throw new StartFailure(e.getMessage());
        }
    }

    /** Serves until the shutdown hook ends the process. */
    private static void untilTheEnd(Server server) throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /** For {@code new InitialContext()} in applications; existing settings are kept. */
    private static void provideNames() {
        Properties properties = System.getProperties();
        properties.putIfAbsent(
                Context.INITIAL_CONTEXT_FACTORY, javaURLContextFactory.class.getName());
        properties.putIfAbsent(Context.URL_PKG_PREFIXES, javaURLContextFactory.PACKAGES);
    }

    private static void requireFreePorts(Server server, ServerConfig config) throws IOException {
        try {
            server.probe();
        } catch (BindException e) {
            throw TakenPort.failure(config, e);
        }
    }
}
