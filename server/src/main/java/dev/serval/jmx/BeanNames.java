package dev.serval.jmx;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.monitor.RunningServer.RunningPool;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The names of beans, as Tomcat has them, in one domain. Immutable. */
record BeanNames(String domain) {
    private static final Pattern QUOTED = Pattern.compile("[,=:\"*?\n]");

    /** The bean with those properties, for example {@code type=Engine}. */
    ObjectName of(String properties) {
        try {
            return new ObjectName(domain + ":" + properties);
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The name of a connector: {@code http-nio-8080}, {@code https-jsse-nio-8443}, {@code
     * ajp-nio-127.0.0.1-8009}.
     */
    static String worker(Connector connector) {
        ConnectorConfig config = connector.config();
        String address = config.address();
        String where = address == null || address.isEmpty() ? "" : address + "-";
        String io = config.io().name().toLowerCase(Locale.ROOT);
        String last =
                connector.path() == null
                        ? String.valueOf(port(connector))
                        : connector.path().getFileName().toString();
        String protocol = config.tls() == null ? connector.protocol() : "https-jsse";
        return protocol + "-" + io + "-" + where + last;
    }

    /** The port that it listens on, which may differ from the configured one. */
    static int port(Connector connector) {
        int configured = connector.config().port();
        return configured == 0 && connector.started() ? connector.port() : configured;
    }

    /** A value of a property, in quotes where it needs them. */
    static String value(String text) {
        return QUOTED.matcher(text).find() ? ObjectName.quote(text) : text;
    }

    ObjectName ofWorker(String type, Connector connector) {
        return of("type=" + type + ",name=" + ObjectName.quote(worker(connector)));
    }

    ObjectName ofRequest(Connector connector, int number) {
        return of(
                "type=RequestProcessor,worker="
                        + ObjectName.quote(worker(connector))
                        + ",name=HttpRequest"
                        + number);
    }

    /**
     * @param host of the SSLHostConfig
     * @param type of its key
     */
    ObjectName ofCertificate(Connector connector, String host, String type) {
        return of(
                "type=SSLHostConfigCertificate,ThreadPool="
                        + ObjectName.quote(worker(connector))
                        + ",Host="
                        + ObjectName.quote(host)
                        + ",name="
                        + value(type));
    }

    ObjectName ofConnector(Connector connector) {
        String address = connector.config().address();
        return of(
                "type=Connector,port="
                        + port(connector)
                        + (address == null || address.isEmpty()
                                ? ""
                                : ",address=" + ObjectName.quote(address)));
    }

    ObjectName ofHost(String host) {
        return of("type=Host,host=" + value(host));
    }

    /**
     * @param path with its version; empty for the root
     */
    ObjectName ofApplication(String host, String path) {
        return of(
                "j2eeType=WebModule,name="
                        + value("//" + host + shown(path))
                        + ",J2EEApplication=none,J2EEServer=none");
    }

    ObjectName ofManager(String host, String path) {
        return of("type=Manager,host=" + value(host) + ",context=" + value(shown(path)));
    }

    ObjectName ofServlet(String host, String path, String servlet) {
        return of(
                "j2eeType=Servlet,WebModule="
                        + value("//" + host + shown(path))
                        + ",name="
                        + value(servlet)
                        + ",J2EEApplication=none,J2EEServer=none");
    }

    /** A pool of all applications. */
    ObjectName ofPool(RunningPool pool) {
        return of("type=DataSource" + named(pool));
    }

    /** A pool of an application. */
    ObjectName ofPool(String host, String path, RunningPool pool) {
        return of(
                "type=DataSource,host="
                        + value(host)
                        + ",context="
                        + value(shown(path))
                        + named(pool));
    }

    private static String named(RunningPool pool) {
        return ",class=" + value(pool.type()) + ",name=" + ObjectName.quote(pool.name());
    }

    private static String shown(String path) {
        return path.isEmpty() ? "/" : path.startsWith("/") ? path : "/" + path;
    }
}
