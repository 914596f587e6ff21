package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tomcat itself, as the build has unpacked it, in a process of its own with a base of its own. */
final class RealTomcat implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("http-nio-auto-\\d+-(\\d+)");

    final Path base;
    private final Process process;
    private final Path out;
    private int port;

    /**
     * @param connectors the elements, of which the first is plain HTTP on port 0
     */
    RealTomcat(Path base, String connectors) throws IOException {
        this.base = base.toRealPath();
        Path home = TomcatFiles.of("lib").getParent();
        Path conf = Files.createDirectories(this.base.resolve("conf"));
        for (String file : new String[] {"web.xml", "context.xml", "logging.properties"}) {
            Files.copy(home.resolve("conf").resolve(file), conf.resolve(file));
        }
        Files.writeString(conf.resolve("tomcat-users.xml"), ManagedServer.USERS);
        Path apps = Files.createDirectories(this.base.resolve("webapps"));
        for (String name : new String[] {"manager", "host-manager"}) {
            ManagedServer.copy(home.resolve("webapps").resolve(name), apps.resolve(name));
        }
        Files.createDirectories(apps.resolve("ROOT"));
        Files.writeString(apps.resolve("ROOT/index.html"), "root");
        for (String directory : new String[] {"temp", "logs", "work"}) {
            Files.createDirectories(this.base.resolve(directory));
        }
        Files.writeString(
                conf.resolve("server.xml"),
                "<Server port='-1'><GlobalNamingResources><Resource name='UserDatabase'"
                        + " type='org.apache.catalina.UserDatabase'"
                        + " factory='org.apache.catalina.users.MemoryUserDatabaseFactory'"
                        + " pathname='conf/tomcat-users.xml'/></GlobalNamingResources>"
                        + "<Service name='Catalina'>"
                        + connectors
                        + "<Engine name='Catalina' defaultHost='localhost'>"
                        + "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'"
                        + " resourceName='UserDatabase'/><Host name='localhost'/>"
                        + "</Engine></Service></Server>");
        out = this.base.resolve("logs/out");
        String bin = home.resolve("bin") + "/";
        process =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin/java")
                                                .toString(),
                                        "-XX:TieredStopAtLevel=1",
                                        "-Dcatalina.home=" + home,
                                        "-Dcatalina.base=" + this.base,
                                        "-Djava.io.tmpdir=" + this.base.resolve("temp"),
                                        "-cp",
                                        bin + "bootstrap.jar:" + bin + "tomcat-juli.jar",
                                        "org.apache.catalina.startup.Bootstrap",
                                        "start"))
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
    }

    /** When it has started. */
    int port() throws Exception {
        if (port == 0) {
            Waiting.until(
                    "Tomcat starts",
                    () -> {
                        assertThat(process.isAlive()).as(Files.readString(out)).isTrue();
                        return Files.readString(out).contains("Server startup in");
                    });
            Matcher found = PORT.matcher(Files.readString(out));
            assertThat(found.find()).isTrue();
            port = Integer.parseInt(found.group(1));
        }
        return port;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
