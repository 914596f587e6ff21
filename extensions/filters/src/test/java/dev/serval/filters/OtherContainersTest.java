package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The filters in Tomcat and in Jetty, from their jar, where nothing of Serval is beside it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherContainersTest {
    private static final String JAR = "serval-filters-";

    @TempDir private Path directory;

    /** Of a container. */
    private record Running(int port, AutoCloseable server) implements AutoCloseable {
        HttpResponse<String> send(String method, String query, String... fields) throws Exception {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/x?" + query))
                            .timeout(Duration.ofSeconds(20))
                            .method(method, HttpRequest.BodyPublishers.noBody());
            if (fields.length > 0) {
                request.headers(fields);
            }
            return HttpClient.newHttpClient()
                    .send(request.build(), HttpResponse.BodyHandlers.ofString());
        }

        @Override
        public void close() throws Exception {
            server.close();
        }
    }

    /** Answers with what it sees of the client. */
    public static final class Seen extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.setContentType("text/plain");
            response.getWriter().print(request.getRemoteAddr() + " " + response.encodeURL("/x"));
        }
    }

    private enum Container {
        TOMCAT {
            @Override
            Running start(Path base, Class<? extends Filter> filter, Map<String, String> parameters)
                    throws LifecycleException {
                Tomcat tomcat = new Tomcat();
                tomcat.setBaseDir(base.toString());
                tomcat.setPort(0);
                org.apache.catalina.Context context = tomcat.addContext("", base.toString());
                Wrapper servlet = Tomcat.addServlet(context, "seen", Seen.class.getName());
                servlet.addMapping("/x");
                FilterDef definition = new FilterDef();
                definition.setFilterName("f");
                definition.setFilterClass(filter.getName());
                parameters.forEach(definition::addInitParameter);
                context.addFilterDef(definition);
                FilterMap mapping = new FilterMap();
                mapping.setFilterName("f");
                mapping.addURLPattern("/*");
                context.addFilterMap(mapping);
                tomcat.start();
                return new Running(
                        tomcat.getConnector().getLocalPort(),
                        () -> {
                            tomcat.stop();
                            tomcat.destroy();
                        });
            }
        },
        JETTY {
            @Override
            Running start(Path base, Class<? extends Filter> filter, Map<String, String> parameters)
                    throws Exception {
                Server jetty = new Server();
                ServerConnector connector = new ServerConnector(jetty);
                jetty.addConnector(connector);
                ServletContextHandler context =
                        new ServletContextHandler(ServletContextHandler.SESSIONS);
                context.addServlet(new ServletHolder(new Seen()), "/x");
                FilterHolder holder = new FilterHolder(filter);
                holder.setInitParameters(parameters);
                context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
                jetty.setHandler(context);
                jetty.start();
                return new Running(connector.getLocalPort(), jetty::stop);
            }
        };

        abstract Running start(
                Path base, Class<? extends Filter> filter, Map<String, String> parameters)
                throws Exception;
    }

    private Running start(Container container, Class<? extends Filter> filter, String... parameters)
            throws Exception {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            values.put(parameters[i], parameters[i + 1]);
        }
        return container.start(directory, filter, values);
    }

    private static Stream<Container> containers() {
        return Stream.of(Container.values());
    }

    @BeforeAll
    void theClassesAreThoseOfTheJar() throws ReflectiveOperationException {
        for (String name :
                List.of(
                        "RateLimitFilter",
                        "RemoteIpFilter",
                        "CsrfPreventionFilter",
                        "net.AddressBlocks",
                        "address.ProxyChain",
                        "names.NearestName")) {
            assertThat(origin(Class.forName("dev.serval.filters." + name)))
                    .matches(".*/" + JAR + "[^/]*\\.jar");
        }
    }

    private static String origin(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.serval.embed.Serval",
                "dev.serval.valve.address.AddressRule",
                "dev.serval.net.AddressBlocks",
                "dev.serval.settings.NearestName"
            })
    void nothingElseOfServalIsThere(String name) {
        assertThat(getClass().getClassLoader().getResource(name.replace('.', '/') + ".class"))
                .isNull();
    }

    @Test
    void theContainersAreOthers() {
        assertThat(origin(Tomcat.class)).contains("tomcat-embed-core-11.");
        assertThat(origin(Server.class)).contains("jetty-server-12.1.");
        assertThat(origin(org.apache.catalina.filters.RateLimitFilter.class))
                .contains("tomcat-embed-core-11.");
    }

    @ParameterizedTest
    @MethodSource("containers")
    void clientsAreLimited(Container container) throws Exception {
        try (Running server =
                start(
                        container,
                        RateLimitFilter.class,
                        "bucketRequests",
                        "1",
                        "bucketDuration",
                        "2000000000")) {
            assertThat(server.send("GET", "").statusCode()).isEqualTo(200);
            assertThat(server.send("GET", "").statusCode()).isEqualTo(429);
        }
    }

    @ParameterizedTest
    @MethodSource("containers")
    void clientsAreThoseThatAProxyTells(Container container) throws Exception {
        try (Running server = start(container, RemoteIpFilter.class)) {
            assertThat(server.send("GET", "", "X-Forwarded-For", "192.0.2.7").body())
                    .startsWith("192.0.2.7 ");
        }
    }

    @ParameterizedTest
    @MethodSource("containers")
    void addressesAreDenied(Container container) throws Exception {
        try (Running server =
                start(container, RemoteCIDRFilter.class, "deny", "127.0.0.0/8, ::1")) {
            assertThat(server.send("GET", "").statusCode()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @MethodSource("containers")
    void forgedRequestsStayOut(Container container) throws Exception {
        try (Running server = start(container, CsrfPreventionFilter.class, "entryPoints", "/x")) {
            HttpResponse<String> page = server.send("GET", "");
            String cookie = page.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
            String body = page.body();
            String pair = body.substring(body.indexOf('?') + 1);
            assertThat(server.send("POST", pair, "Cookie", cookie).statusCode()).isEqualTo(200);
            assertThat(server.send("POST", "", "Cookie", cookie).statusCode()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @MethodSource("containers")
    void pagesOfOtherOriginsMayAskIfTheyAreAllowed(Container container) throws Exception {
        try (Running server =
                start(container, CorsFilter.class, "cors.allowed.origins", "https://a.example")) {
            assertThat(
                            server.send("GET", "", "Origin", "https://a.example")
                                    .headers()
                                    .firstValue("Access-Control-Allow-Origin"))
                    .contains("https://a.example");
            assertThat(server.send("GET", "", "Origin", "https://b.example").statusCode())
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @MethodSource("containers")
    void responsesStayFresh(Container container) throws Exception {
        try (Running server =
                start(container, ExpiresFilter.class, "ExpiresDefault", "access plus 1 hour")) {
            assertThat(server.send("GET", "").headers().firstValue("Cache-Control"))
                    .contains("max-age=3600");
        }
    }
}
