package dev.serval.benchmarks.faults;

import dev.serval.benchmarks.faults.application.HelloServlet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Writes the applications of a server, unpacked. Owned by the driver's thread. */
final class FaultApplications {
    /** What the errors are that {@code ErrorServlet} and the others throw. */
    static final List<String> ERRORS = List.of("stack", "class", "death");

    /** How many files the collection of the application dav has. */
    static final int MEMBERS = 1000;

    private static final String PACKAGE = HelloServlet.class.getPackageName();
    private static final String CLASSES = PACKAGE.replace('.', '/') + "/";
    private static final List<String> NAMES =
            List.of(
                    "HelloServlet",
                    "HeapServlet",
                    "SessionsServlet",
                    "SessionsServlet$Counter",
                    "Thrown",
                    "EveryListener",
                    "ErrorServlet",
                    "ErrorServlet$Bound",
                    "ErrorFilter",
                    "AsyncErrorServlet",
                    "AsyncErrorServlet$Listener",
                    "AsyncErrorServlet$Reader",
                    "AsyncErrorServlet$Writer",
                    "UpgradeErrorServlet",
                    "UpgradeErrorServlet$Handler",
                    "StartErrors");

    private final Path webapps;

    FaultApplications(Path webapps) {
        this.webapps = webapps;
    }

    /** ROOT and uncached, which the probes ask, and the one of this name. */
    void write(String name) throws IOException {
        switch (name) {
            case "ROOT" -> {
                application(
                        "ROOT",
                        servlet("HelloServlet", "/hello", "")
                                + servlet("HeapServlet", "/fill", ""));
                Files.writeString(webapps.resolve("ROOT/cached.txt"), "a cached file\n");
            }
            case "uncached" -> {
                Path directory = application("uncached", "");
                Files.writeString(directory.resolve("file.txt"), "an uncached file\n");
                Files.createDirectories(directory.resolve("META-INF"));
                Files.writeString(
                        directory.resolve("META-INF/context.xml"),
                        "<Context><Resources cachingAllowed=\"false\"/></Context>\n");
            }
            case "errors" -> errors();
            case "basic" -> application("basic", guarded("BASIC"));
            case "digest" -> application("digest", guarded("DIGEST"));
            case "form" -> form();
            case "dav" -> dav();
            default -> throw new IllegalArgumentException("no application " + name);
        }
    }

    private void errors() throws IOException {
        StringBuilder descriptor = new StringBuilder();
        descriptor.append(
                """
                <listener><listener-class>%1$s.EveryListener</listener-class></listener>
                <filter>
                  <filter-name>errors</filter-name>
                  <filter-class>%1$s.ErrorFilter</filter-class>
                  <async-supported>true</async-supported>
                </filter>
                <filter-mapping>
                  <filter-name>errors</filter-name><url-pattern>/*</url-pattern>
                </filter-mapping>
                """
                        .formatted(PACKAGE));
        descriptor.append(servlet("ErrorServlet", "/callback", ""));
        descriptor.append(servlet("AsyncErrorServlet", "/async", ""));
        descriptor.append(servlet("UpgradeErrorServlet", "/upgrade", ""));
        for (String error : ERRORS) {
            descriptor.append(servlet("ErrorServlet", "/init-" + error, error));
        }
        application("errors", descriptor.toString());
        for (String error : ERRORS) {
            starting("listening-" + error, error + "@contextInitialized");
            starting("starting-" + error, error + "@onStartup");
        }
    }

    /** An application that fails at its start. */
    private void starting(String name, String wanted) throws IOException {
        Path directory =
                application(
                        name,
                        """
                        <context-param>
                          <param-name>throw</param-name><param-value>%s</param-value>
                        </context-param>
                        <listener><listener-class>%s.EveryListener</listener-class></listener>
                        """
                                .formatted(wanted, PACKAGE));
        Path jar = directory.resolve("WEB-INF/lib/start.jar");
        Files.createDirectories(jar.getParent());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(
                    new JarEntry("META-INF/services/jakarta.servlet.ServletContainerInitializer"));
            out.write((PACKAGE + ".StartErrors\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private void form() throws IOException {
        Path directory =
                application(
                        "form",
                        """
                        <listener>
                          <listener-class>%s.SessionsServlet$Counter</listener-class>
                        </listener>
                        """
                                        .formatted(PACKAGE)
                                + servlet("SessionsServlet", "/sessions", "")
                                + guarded("FORM"));
        Files.writeString(
                directory.resolve("login.html"),
                "<form action=\"j_security_check\" method=\"post\"></form>\n");
    }

    private void dav() throws IOException {
        Path directory =
                application(
                        "dav",
                        """
                        <servlet>
                          <servlet-name>dav</servlet-name>
                          <servlet-class>org.apache.catalina.servlets.WebdavServlet</servlet-class>
                          <init-param>
                            <param-name>readonly</param-name><param-value>false</param-value>
                          </init-param>
                        </servlet>
                        <servlet-mapping>
                          <servlet-name>dav</servlet-name><url-pattern>/*</url-pattern>
                        </servlet-mapping>
                        """);
        Path members = Files.createDirectories(directory.resolve("members"));
        for (int i = 0; i < MEMBERS; i++) {
            Files.writeString(members.resolve("member-" + i + ".txt"), "one of many\n");
        }
    }

    private static String guarded(String method) {
        return servlet("HelloServlet", "/guarded", "")
                + """
                <security-constraint>
                  <web-resource-collection>
                    <web-resource-name>guarded</web-resource-name>
                    <url-pattern>/guarded</url-pattern>
                  </web-resource-collection>
                  <auth-constraint><role-name>*</role-name></auth-constraint>
                </security-constraint>
                <login-config>
                  <auth-method>%s</auth-method>
                  <realm-name>faults</realm-name>
                  <form-login-config>
                    <form-login-page>/login.html</form-login-page>
                    <form-error-page>/login.html</form-error-page>
                  </form-login-config>
                </login-config>
                <security-role><role-name>user</role-name></security-role>
                """
                        .formatted(method);
    }

    /**
     * @param error that its init throws; empty if there is none
     */
    private static String servlet(String type, String pattern, String error) {
        String parameter =
                error.isEmpty()
                        ? ""
                        : "<init-param><param-name>init</param-name><param-value>%s</param-value></init-param>"
                                .formatted(error);
        return """
        <servlet>
          <servlet-name>%1$s</servlet-name>
          <servlet-class>%2$s.%3$s</servlet-class>%4$s
          <async-supported>true</async-supported>
        </servlet>
        <servlet-mapping>
          <servlet-name>%1$s</servlet-name><url-pattern>%1$s</url-pattern>
        </servlet-mapping>
        """
                .formatted(pattern, PACKAGE, type, parameter);
    }

    private Path application(String name, String descriptor) throws IOException {
        Path directory = webapps.resolve(name);
        Path classes = directory.resolve("WEB-INF/classes/" + CLASSES);
        Files.createDirectories(classes);
        for (String type : NAMES) {
            String file = type + ".class";
            try (InputStream in = HelloServlet.class.getResourceAsStream(file)) {
                Files.copy(in, classes.resolve(file));
            }
        }
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                %s</web-app>
                """
                        .formatted(descriptor));
        return directory;
    }
}
