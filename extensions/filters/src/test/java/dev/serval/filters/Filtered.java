package dev.serval.filters;

import dev.serval.embed.Serval;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A server with one application, whose web.xml maps a filter before {@link EchoServlet}. */
final class Filtered implements AutoCloseable {
    private final Serval serval;
    private final HttpClient client = HttpClient.newHttpClient();

    private Filtered(Serval serval) {
        this.serval = serval;
    }

    /**
     * @param parameters names and values by turns
     */
    static Filtered by(Path directory, Class<? extends Filter> filter, String... parameters)
            throws IOException, LifecycleException {
        StringBuilder init = new StringBuilder();
        for (int i = 0; i < parameters.length; i += 2) {
            init.append(
                    "<init-param><param-name>%s</param-name><param-value>%s</param-value></init-param>"
                            .formatted(parameters[i], parameters[i + 1]));
        }
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(directory.resolve("page.html"), "a page");
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                """
                <web-app version="6.1">
                  <filter><filter-name>f</filter-name><filter-class>%s</filter-class>
                    <async-supported>true</async-supported>%s</filter>
                  <filter-mapping><filter-name>f</filter-name><url-pattern>/*</url-pattern></filter-mapping>
                  <servlet><servlet-name>s</servlet-name><servlet-class>%s</servlet-class></servlet>
                  <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/echo</url-pattern></servlet-mapping>
                </web-app>
                """
                        .formatted(filter.getName(), init, EchoServlet.class.getName()));
        return new Filtered(Serval.onPort(0).webapp("/app", directory).start());
    }

    int port() {
        return serval.port();
    }

    HttpResponse<String> get(String path, String... fields) throws Exception {
        return send("GET", path, "", fields);
    }

    /**
     * @param fields names and values by turns
     */
    HttpResponse<String> send(String method, String path, String body, String... fields)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + port() + "/app" + path))
                        .timeout(Duration.ofSeconds(20))
                        .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        serval.close();
    }
}
