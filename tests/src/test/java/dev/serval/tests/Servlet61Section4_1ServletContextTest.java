package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What a context tells of itself, its parameters, attributes and scratch directory. */
@OnBioAndNio
final class Servlet61Section4_1ServletContextTest {
    @Parameter ServletUnderTest server;
    @TempDir Path files;

    private void with(ContextServer.Program check) throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    try {
                        check.run(request.getServletContext());
                    } catch (java.io.IOException | RuntimeException e) {
                        throw e;
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                });
    }

    /** In an application with this descriptor. */
    private void described(String elements, ContextServer.Program check) throws Exception {
        AtomicReference<Throwable> failed = new AtomicReference<>();
        try (Serval own =
                ContextServer.described(
                        server,
                        files,
                        elements,
                        (request, response) -> {
                            try {
                                check.run(request.getServletContext());
                            } catch (Throwable e) {
                                failed.set(e);
                            }
                        })) {
            assertThat(server.get(own, "/app/served/").status()).isEqualTo(200);
        }
        if (failed.get() != null) {
            throw new AssertionError(failed.get());
        }
    }

    // ---- identity

    @Test
    void theContextPathHasALeadingSlashAndNoTrailingOne() throws Exception {
        with(context -> assertThat(context.getContextPath()).isEqualTo("/app"));
    }

    @Test
    void theContextPathOfTheRootIsEmpty() throws Exception {
        try (Serval own =
                server.start(
                        builder ->
                                builder.servlet(
                                        "",
                                        "/*",
                                        new OneServlet.Given(
                                                (request, response) ->
                                                        response.getWriter()
                                                                .print(
                                                                        "<"
                                                                                + request.getServletContext()
                                                                                        .getContextPath()
                                                                                + ">"))))) {
            assertThat(server.get(own, "/x").text()).isEqualTo("<>");
        }
    }

    @Test
    @Section("4.2")
    void thereIsOneContextPerApplication() throws Exception {
        Set<ServletContext> seen = ConcurrentHashMap.newKeySet();
        server.get("/a", (request, response) -> seen.add(request.getServletContext()));
        server.get(
                "/b",
                (request, response) -> {
                    seen.add(request.getServletContext());
                    seen.add(request.getSession().getServletContext());
                });
        assertThat(seen).hasSize(1);
    }

    @Test
    void theVersionIsThatOfTheSpecification() throws Exception {
        with(
                context -> {
                    assertThat(context.getMajorVersion()).isEqualTo(6);
                    assertThat(context.getMinorVersion()).isEqualTo(1);
                });
    }

    @Test
    void theEffectiveVersionIsThatOfTheDescriptor() throws Exception {
        Files.createDirectories(files.resolve("WEB-INF"));
        Files.writeString(files.resolve("WEB-INF/web.xml"), "<web-app version='3.1'/>");
        try (Serval own =
                server.start(
                        builder ->
                                builder.webapp("/app", files)
                                        .servlet(
                                                "/app",
                                                "/v",
                                                new OneServlet.Given(
                                                        (request, response) -> {
                                                            ServletContext context =
                                                                    request.getServletContext();
                                                            response.getWriter()
                                                                    .print(
                                                                            context
                                                                                            .getEffectiveMajorVersion()
                                                                                    + "."
                                                                                    + context
                                                                                            .getEffectiveMinorVersion());
                                                        })))) {
            assertThat(server.get(own, "/app/v").text()).isEqualTo("3.1");
        }
    }

    @Test
    void theServerInfoIsANameASlashAndAVersion() throws Exception {
        with(context -> assertThat(context.getServerInfo()).matches("Serval/[^/ ]+"));
    }

    @Test
    void theNameIsTheDisplayNameOfTheDescriptor() throws Exception {
        described(
                "<display-name>An application</display-name>",
                context -> assertThat(context.getServletContextName()).isEqualTo("An application"));
    }

    @Test
    void withoutADisplayNameThereIsNone() throws Exception {
        described("", context -> assertThat(context.getServletContextName()).isNull());
    }

    @Test
    void theTypeOfAFileIsKnownOrNull() throws Exception {
        with(
                context -> {
                    assertThat(context.getMimeType("a.html")).isEqualTo("text/html");
                    assertThat(context.getMimeType("a.gif")).isEqualTo("image/gif");
                    assertThat(context.getMimeType("a.no-such-type")).isNull();
                });
    }

    @Test
    void theDescriptorMayNameTypes() throws Exception {
        described(
                "<mime-mapping><extension>abc</extension><mime-type>x/abc</mime-type>"
                        + "</mime-mapping>",
                context -> assertThat(context.getMimeType("dir/a.abc")).isEqualTo("x/abc"));
    }

    @Test
    void theClassLoaderIsThatOfTheApplicationsThreads() throws Exception {
        described(
                "",
                context ->
                        assertThat(context.getClassLoader())
                                .isSameAs(Thread.currentThread().getContextClassLoader()));
    }

    @Test
    void aNamedDispatcherNeedsAServletOfThatName() throws Exception {
        with(
                context -> {
                    assertThat(context.getNamedDispatcher("no such servlet")).isNull();
                    assertThat(context.getNamedDispatcher(null)).isNull();
                    String name = context.getServletRegistrations().keySet().iterator().next();
                    assertThat(context.getNamedDispatcher(name)).isNotNull();
                });
    }

    @Test
    void aDispatcherNeedsAPathFromTheRoot() throws Exception {
        with(
                context -> {
                    assertThat(context.getRequestDispatcher("/x")).isNotNull();
                    assertThat(context.getRequestDispatcher("x")).isNull();
                    assertThat(context.getRequestDispatcher(null)).isNull();
                });
    }

    @Test
    void messagesGoIntoTheLog() throws Exception {
        try (ServerLog log = new ServerLog()) {
            with(
                    context -> {
                        context.log("to be read");
                        context.log("with its cause", new IllegalStateException("cause"));
                    });
            assertThat(log.lines()).contains("to be read", "with its cause");
        }
    }

    // ---- 4.3

    @Test
    @Section("4.3")
    void parametersAreThoseOfTheDescriptor() throws Exception {
        described(
                "<context-param><param-name>a</param-name><param-value>1</param-value>"
                        + "</context-param><context-param><param-name>b</param-name>"
                        + "<param-value>2</param-value></context-param>",
                context -> {
                    assertThat(context.getInitParameter("a")).isEqualTo("1");
                    assertThat(Collections.list(context.getInitParameterNames()))
                            .contains("a", "b");
                });
    }

    @Test
    @Section("4.3")
    void aParameterThatIsNotThereIsNull() throws Exception {
        with(context -> assertThat(context.getInitParameter("none")).isNull());
    }

    @Test
    @Section("4.3")
    void withoutParametersThereAreNoNames() throws Exception {
        with(context -> assertThat(Collections.list(context.getInitParameterNames())).isEmpty());
    }

    @Test
    @Section("4.3")
    void aParameterNeedsAName() throws Exception {
        with(
                context ->
                        assertThatThrownBy(() -> context.getInitParameter(null))
                                .isInstanceOf(NullPointerException.class));
    }

    @Test
    @Section("4.3")
    void theFirstValueOfAParameterStays() throws Exception {
        ContextServer.onStartup(
                server,
                context -> {
                    assertThat(context.setInitParameter("a", "1")).isTrue();
                    assertThat(context.setInitParameter("a", "2")).isFalse();
                    assertThat(context.getInitParameter("a")).isEqualTo("1");
                });
    }

    @Test
    @Section("4.3")
    void toSetAParameterNeedsAName() throws Exception {
        ContextServer.onStartup(
                server,
                context ->
                        assertThatThrownBy(() -> context.setInitParameter(null, "1"))
                                .isInstanceOf(NullPointerException.class));
    }

    @Test
    @Section("4.3")
    void afterTheInitialisationNoParameterIsSet() throws Exception {
        with(
                context ->
                        assertThatThrownBy(() -> context.setInitParameter("a", "1"))
                                .isInstanceOf(IllegalStateException.class));
    }

    @Test
    @Section("4.3")
    void anAddedListenerSetsNoParameter() throws Exception {
        ContextServer.inAddedListener(
                server,
                context ->
                        assertThatThrownBy(() -> context.setInitParameter("a", "1"))
                                .isInstanceOf(UnsupportedOperationException.class));
    }

    // ---- 4.4.5 encodings

    @Test
    @Section("4.4.5")
    void withoutAnEncodingForAllBothAreNull() throws Exception {
        with(
                context -> {
                    assertThat(context.getRequestCharacterEncoding()).isNull();
                    assertThat(context.getResponseCharacterEncoding()).isNull();
                });
    }

    @Test
    @Section("4.4.5")
    void theDescriptorSetsBothEncodings() throws Exception {
        described(
                "<request-character-encoding>UTF-16</request-character-encoding>"
                        + "<response-character-encoding>UTF-8</response-character-encoding>",
                context -> {
                    assertThat(context.getRequestCharacterEncoding()).isEqualTo("UTF-16");
                    assertThat(context.getResponseCharacterEncoding()).isEqualTo("UTF-8");
                });
    }

    @Test
    @Section("4.4.5")
    void aProgramSetsBothEncodings() throws Exception {
        try (ContextServer own =
                ContextServer.onStartup(
                        server,
                        context -> {
                            context.setRequestCharacterEncoding("UTF-16");
                            context.setResponseCharacterEncoding("UTF-8");
                        },
                        (request, response) ->
                                response.getWriter()
                                        .print(
                                                request.getCharacterEncoding()
                                                        + " "
                                                        + response.getCharacterEncoding()))) {
            assertThat(own.get("/served/").text()).isEqualTo("UTF-16 UTF-8");
        }
    }

    @Test
    @Section("4.4.5")
    void aProgramMayGiveThemAsCharsets() throws Exception {
        ContextServer.onStartup(
                server,
                context -> {
                    context.setRequestCharacterEncoding(StandardCharsets.UTF_16);
                    context.setResponseCharacterEncoding(StandardCharsets.US_ASCII);
                    assertThat(context.getRequestCharacterEncoding()).isEqualTo("UTF-16");
                    assertThat(context.getResponseCharacterEncoding()).isEqualTo("US-ASCII");
                });
    }

    @Test
    @Section("4.4.5")
    void afterTheInitialisationNoEncodingIsSet() throws Exception {
        with(
                context -> {
                    assertThatThrownBy(() -> context.setRequestCharacterEncoding("UTF-8"))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> context.setResponseCharacterEncoding("UTF-8"))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(
                                    () ->
                                            context.setRequestCharacterEncoding(
                                                    StandardCharsets.UTF_8))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(
                                    () ->
                                            context.setResponseCharacterEncoding(
                                                    StandardCharsets.UTF_8))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    @Section("4.4.5")
    void anAddedListenerSetsNoEncoding() throws Exception {
        ContextServer.inAddedListener(
                server,
                context -> {
                    assertThatThrownBy(() -> context.setRequestCharacterEncoding("UTF-8"))
                            .isInstanceOf(UnsupportedOperationException.class);
                    assertThatThrownBy(() -> context.setResponseCharacterEncoding("UTF-8"))
                            .isInstanceOf(UnsupportedOperationException.class);
                });
    }

    // ---- 4.5

    @Test
    @Section("4.5")
    void anAttributeIsThereForOtherServlets() throws Exception {
        try (Serval own =
                server.start(
                        builder ->
                                builder.servlet(
                                                "/app",
                                                "/set",
                                                new OneServlet.Given(
                                                        (request, response) ->
                                                                request.getServletContext()
                                                                        .setAttribute("a.b", 7)))
                                        .servlet(
                                                "/app",
                                                "/get",
                                                new OneServlet.Given(
                                                        (request, response) ->
                                                                response.getWriter()
                                                                        .print(
                                                                                request.getServletContext()
                                                                                        .getAttribute(
                                                                                                "a.b")))))) {
            assertThat(server.get(own, "/app/get").text()).isEqualTo("null");
            assertThat(server.get(own, "/app/set").status()).isEqualTo(200);
            assertThat(server.get(own, "/app/get").text()).isEqualTo("7");
        }
    }

    @Test
    @Section("4.5")
    void anAttributeIsNamedUntilItIsRemoved() throws Exception {
        with(
                context -> {
                    context.setAttribute("a.b", 1);
                    assertThat(Collections.list(context.getAttributeNames())).contains("a.b");
                    context.removeAttribute("a.b");
                    assertThat(context.getAttribute("a.b")).isNull();
                    assertThat(Collections.list(context.getAttributeNames())).doesNotContain("a.b");
                });
    }

    @Test
    @Section("4.5")
    void anAttributeIsReplaced() throws Exception {
        with(
                context -> {
                    context.setAttribute("a.c", 1);
                    context.setAttribute("a.c", 2);
                    assertThat(context.getAttribute("a.c")).isEqualTo(2);
                    context.removeAttribute("a.c");
                });
    }

    @Test
    @Section("4.5")
    void aNullValueRemovesTheAttribute() throws Exception {
        with(
                context -> {
                    context.setAttribute("a.d", 1);
                    context.setAttribute("a.d", null);
                    assertThat(Collections.list(context.getAttributeNames())).doesNotContain("a.d");
                });
    }

    @Test
    @Section("4.5")
    void anAttributeThatIsNotThereIsNull() throws Exception {
        with(context -> assertThat(context.getAttribute("none")).isNull());
    }

    @Test
    @Section("4.5")
    void toAskForAnAttributeNeedsAName() throws Exception {
        with(
                context ->
                        assertThatThrownBy(() -> context.getAttribute(null))
                                .isInstanceOf(NullPointerException.class));
    }

    @Test
    @Section("4.5")
    void toSetAnAttributeNeedsAName() throws Exception {
        with(
                context ->
                        assertThatThrownBy(() -> context.setAttribute(null, 1))
                                .isInstanceOf(NullPointerException.class));
    }

    @Test
    @Section("4.5")
    void listenersAreToldOfAttributes() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        ServletContextAttributeListener listener =
                new ServletContextAttributeListener() {
                    @Override
                    public void attributeAdded(ServletContextAttributeEvent event) {
                        told.add("+" + event.getName() + event.getValue());
                    }

                    @Override
                    public void attributeReplaced(ServletContextAttributeEvent event) {
                        told.add("!" + event.getName() + event.getValue());
                    }

                    @Override
                    public void attributeRemoved(ServletContextAttributeEvent event) {
                        told.add("-" + event.getName() + event.getValue());
                    }
                };
        try (ContextServer own =
                ContextServer.onStartup(
                        server,
                        context -> context.addListener(listener),
                        (request, response) -> {
                            ServletContext context = request.getServletContext();
                            context.setAttribute("a", 1);
                            context.setAttribute("a", 2);
                            context.removeAttribute("a");
                            context.removeAttribute("a");
                            context.setAttribute("b", null);
                        })) {
            own.get("/served/");
        }
        assertThat(told).containsExactly("+a1", "!a1", "-a2");
    }

    // ---- 4.7

    @Test
    @Section("4.7")
    void theVirtualServerIsTheSameForAllContextsOfAHost() throws Exception {
        List<String> names = new CopyOnWriteArrayList<>();
        try (Serval own =
                server.start(
                        builder ->
                                builder.initializer(
                                                "/a",
                                                (none, c) -> names.add(c.getVirtualServerName()))
                                        .initializer(
                                                "/b",
                                                (none, c) -> names.add(c.getVirtualServerName()))
                                        .host("other.example")
                                        .initializer(
                                                "/a",
                                                (none, c) ->
                                                        names.add(c.getVirtualServerName())))) {
            assertThat(names).hasSize(3);
            assertThat(names.get(0)).isEqualTo(names.get(1)).endsWith("/localhost");
            assertThat(names.get(2)).endsWith("/other.example");
        }
    }

    // ---- 4.8

    @Test
    @Section("4.8.1")
    void everyContextHasATemporaryDirectory() throws Exception {
        with(
                context -> {
                    Object directory = context.getAttribute(ServletContext.TEMPDIR);
                    assertThat(directory).isInstanceOf(File.class);
                    Path file =
                            Files.writeString(((File) directory).toPath().resolve("scratch"), "x");
                    assertThat(file).hasContent("x");
                });
    }

    @Test
    @Section("4.8.1")
    void temporaryDirectoriesArePrivate() throws Exception {
        List<Path> directories = new CopyOnWriteArrayList<>();
        try (Serval own =
                server.start(
                        builder ->
                                builder.initializer("/a", (none, c) -> directories.add(scratch(c)))
                                        .initializer(
                                                "/a/b", (none, c) -> directories.add(scratch(c)))
                                        .host("other.example")
                                        .initializer(
                                                "/a", (none, c) -> directories.add(scratch(c))))) {
            assertThat(directories).hasSize(3).doesNotHaveDuplicates();
            for (Path one : directories) {
                for (Path other : directories) {
                    assertThat(one == other || !other.startsWith(one)).isTrue();
                }
            }
        }
    }

    private static Path scratch(ServletContext context) {
        return ((File) context.getAttribute(ServletContext.TEMPDIR)).toPath();
    }

    // ---- the configuration of pages

    @Test
    @Section("ServletContext.getJspConfigDescriptor")
    void withoutConfigurationOfPagesThereIsNone() throws Exception {
        described("", context -> assertThat(context.getJspConfigDescriptor()).isNull());
    }

    @Test
    @Section("ServletContext.getJspConfigDescriptor")
    void tagLibrariesOfTheDescriptorAreTold() throws Exception {
        described(
                "<jsp-config><taglib><taglib-uri>u</taglib-uri><taglib-location>/l"
                        + "</taglib-location></taglib></jsp-config>",
                context -> {
                    JspConfigDescriptor pages = context.getJspConfigDescriptor();
                    assertThat(pages.getTaglibs())
                            .singleElement()
                            .satisfies(
                                    library -> {
                                        assertThat(library.getTaglibURI()).isEqualTo("u");
                                        assertThat(library.getTaglibLocation()).isEqualTo("/l");
                                    });
                    assertThat(pages.getJspPropertyGroups()).isEmpty();
                });
    }

    @Test
    @Section("ServletContext.getJspConfigDescriptor")
    void propertyGroupsOfTheDescriptorAreTold() throws Exception {
        described(
                "<jsp-config><jsp-property-group><url-pattern>*.a</url-pattern>"
                        + "<url-pattern>/b</url-pattern><el-ignored>true</el-ignored>"
                        + "<error-on-el-not-found>false</error-on-el-not-found>"
                        + "<page-encoding>UTF-8</page-encoding>"
                        + "<scripting-invalid>true</scripting-invalid><is-xml>false</is-xml>"
                        + "<include-prelude>/p</include-prelude><include-coda>/c</include-coda>"
                        + "<deferred-syntax-allowed-as-literal>true"
                        + "</deferred-syntax-allowed-as-literal>"
                        + "<trim-directive-whitespaces>true</trim-directive-whitespaces>"
                        + "<default-content-type>text/plain</default-content-type>"
                        + "<buffer>8kb</buffer><error-on-undeclared-namespace>true"
                        + "</error-on-undeclared-namespace></jsp-property-group></jsp-config>",
                context -> {
                    JspPropertyGroupDescriptor group =
                            context.getJspConfigDescriptor()
                                    .getJspPropertyGroups()
                                    .iterator()
                                    .next();
                    assertThat(group.getUrlPatterns()).containsExactly("*.a", "/b");
                    assertThat(
                                    List.of(
                                            group.getElIgnored(),
                                            group.getErrorOnELNotFound(),
                                            group.getPageEncoding(),
                                            group.getScriptingInvalid(),
                                            group.getIsXml(),
                                            group.getDeferredSyntaxAllowedAsLiteral(),
                                            group.getTrimDirectiveWhitespaces(),
                                            group.getDefaultContentType(),
                                            group.getBuffer(),
                                            group.getErrorOnUndeclaredNamespace()))
                            .containsExactly(
                                    "true",
                                    "false",
                                    "UTF-8",
                                    "true",
                                    "false",
                                    "true",
                                    "true",
                                    "text/plain",
                                    "8kb",
                                    "true");
                    assertThat(group.getIncludePreludes()).containsExactly("/p");
                    assertThat(group.getIncludeCodas()).containsExactly("/c");
                });
    }

    @Test
    @Section("ServletContext.getJspConfigDescriptor")
    void whoChangesTheConfigurationOfPagesChangesNoContext() throws Exception {
        described(
                "<jsp-config><jsp-property-group><url-pattern>*.a</url-pattern>"
                        + "</jsp-property-group></jsp-config>",
                context -> {
                    context.getJspConfigDescriptor().getJspPropertyGroups().clear();
                    assertThat(context.getJspConfigDescriptor().getJspPropertyGroups()).hasSize(1);
                });
    }
}
