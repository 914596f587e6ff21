package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.nio.file.Path;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Listeners that programs add: which kinds, when, and in which order they are told. */
@OnBioAndNio
final class Servlet61Section4_4_3ListenerRegistrationTest {
    private static final List<String> TOLD = new CopyOnWriteArrayList<>();

    @Parameter ServletUnderTest server;
    @TempDir Path files;

    @BeforeEach
    void forget() {
        TOLD.clear();
    }

    /** Tells of requests. */
    public static class OfRequests implements ServletRequestListener {
        @Override
        public void requestInitialized(ServletRequestEvent event) {
            TOLD.add("request");
        }
    }

    /** Tells of the start. */
    public static class OfStart implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            TOLD.add("start");
        }
    }

    /** No listener that anybody knows. */
    public static class OfNothing implements EventListener {}

    /** Cannot be made. */
    public static class Broken extends OfRequests {
        public Broken() {
            throw new IllegalStateException("no database");
        }
    }

    private static final OneServlet.Body TOUCHING =
            (request, response) -> {
                request.setAttribute("a", 1);
                request.getServletContext().setAttribute("a", 1);
                request.getSession().setAttribute("a", 1);
                request.changeSessionId();
                response.getWriter().print("done");
            };

    private List<String> toldWhenServing(ContextServer.Program program) throws Exception {
        try (ContextServer own = ContextServer.onStartup(server, program, TOUCHING)) {
            TOLD.clear();
            assertThat(own.get("/served/").text()).isEqualTo("done");
        }
        return TOLD;
    }

    private void starting(ContextServer.Program program) throws Exception {
        ContextServer.onStartup(server, program);
    }

    private static void illegal(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    }

    private static void unsupported(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aListenerIsAddedByTheNameOfItsClass() throws Exception {
        assertThat(toldWhenServing(context -> context.addListener(OfRequests.class.getName())))
                .containsExactly("request");
    }

    @Test
    void aListenerIsAddedAsAnInstance() throws Exception {
        assertThat(toldWhenServing(context -> context.addListener(new OfRequests())))
                .containsExactly("request");
    }

    @Test
    void aListenerIsAddedByItsClass() throws Exception {
        assertThat(toldWhenServing(context -> context.addListener(OfRequests.class)))
                .containsExactly("request");
    }

    @Test
    void aListenerOfAttributesOfTheContextMayBeAdded() throws Exception {
        assertThat(
                        toldWhenServing(
                                context ->
                                        context.addListener(
                                                new ServletContextAttributeListener() {
                                                    @Override
                                                    public void attributeAdded(
                                                            ServletContextAttributeEvent event) {
                                                        TOLD.add(event.getName());
                                                    }
                                                })))
                .containsExactly("a");
    }

    @Test
    void aListenerOfAttributesOfRequestsMayBeAdded() throws Exception {
        assertThat(
                        toldWhenServing(
                                context ->
                                        context.addListener(
                                                new ServletRequestAttributeListener() {
                                                    @Override
                                                    public void attributeAdded(
                                                            ServletRequestAttributeEvent event) {
                                                        TOLD.add(event.getName());
                                                    }
                                                })))
                .containsExactly("a");
    }

    @Test
    void aListenerOfSessionsMayBeAdded() throws Exception {
        assertThat(
                        toldWhenServing(
                                context ->
                                        context.addListener(
                                                new HttpSessionListener() {
                                                    @Override
                                                    public void sessionCreated(
                                                            HttpSessionEvent event) {
                                                        TOLD.add("created");
                                                    }
                                                })))
                .containsExactly("created");
    }

    @Test
    void aListenerOfAttributesOfSessionsMayBeAdded() throws Exception {
        assertThat(
                        toldWhenServing(
                                context ->
                                        context.addListener(
                                                new HttpSessionAttributeListener() {
                                                    @Override
                                                    public void attributeAdded(
                                                            HttpSessionBindingEvent event) {
                                                        TOLD.add(event.getName());
                                                    }
                                                })))
                .containsExactly("a");
    }

    @Test
    void aListenerOfIdsOfSessionsMayBeAdded() throws Exception {
        assertThat(
                        toldWhenServing(
                                context ->
                                        context.addListener(
                                                (HttpSessionIdListener)
                                                        (event, before) -> TOLD.add("changed"))))
                .containsExactly("changed");
    }

    @Test
    void anInitializerMayAddAListenerOfTheStart() throws Exception {
        starting(context -> context.addListener(new OfStart()));
        starting(context -> context.addListener(OfStart.class));
        starting(context -> context.addListener(OfStart.class.getName()));
        assertThat(TOLD).containsExactly("start", "start", "start");
    }

    @Test
    void aListenerMayAddNoListenerOfTheStart() throws Exception {
        ContextServer.inListener(
                        server,
                        files,
                        context -> {
                            illegal(() -> context.addListener(new OfStart()));
                            illegal(() -> context.addListener(OfStart.class));
                            illegal(() -> context.addListener(OfStart.class.getName()));
                        })
                .close();
        assertThat(TOLD).isEmpty();
    }

    @Test
    void aDeclaredListenerMayAddOthers() throws Exception {
        try (ContextServer own =
                ContextServer.inListener(
                        server, files, context -> context.addListener(OfRequests.class))) {
            own.get("/served/");
        }
        assertThat(TOLD).containsExactly("request");
    }

    @Test
    void whatIsNoListenerThatAnybodyKnowsIsRefused() throws Exception {
        starting(
                context -> {
                    illegal(() -> context.addListener(new OfNothing()));
                    illegal(() -> context.addListener(OfNothing.class));
                    illegal(() -> context.addListener(OfNothing.class.getName()));
                });
    }

    @Test
    void aClassThatIsNotThereIsRefusedAtOnce() throws Exception {
        starting(context -> illegal(() -> context.addListener("no.such.Listener")));
    }

    @Test
    void aClassThatIsNoListenerAtAllIsRefused() throws Exception {
        starting(context -> illegal(() -> context.addListener("java.lang.String")));
    }

    @Test
    void listenersAreToldInTheOrderInWhichTheyWereAdded() throws Exception {
        assertThat(
                        toldWhenServing(
                                context -> {
                                    for (String name : List.of("a", "b", "c")) {
                                        context.addListener(
                                                new ServletRequestListener() {
                                                    @Override
                                                    public void requestInitialized(
                                                            ServletRequestEvent event) {
                                                        TOLD.add(name);
                                                    }

                                                    @Override
                                                    public void requestDestroyed(
                                                            ServletRequestEvent event) {
                                                        TOLD.add("end of " + name);
                                                    }
                                                });
                                    }
                                }))
                .containsExactly("a", "b", "c", "end of c", "end of b", "end of a");
    }

    @Test
    void createListenerMakesAnInstanceThatMayBeAdded() throws Exception {
        assertThat(
                        toldWhenServing(
                                context -> {
                                    OfRequests made = context.createListener(OfRequests.class);
                                    assertThat(TOLD).isEmpty();
                                    context.addListener(made);
                                }))
                .containsExactly("request");
    }

    @Test
    void createListenerMayMakeOneOfTheStart() throws Exception {
        starting(
                context ->
                        assertThat(context.createListener(OfStart.class))
                                .isInstanceOf(OfStart.class));
    }

    @Test
    void createListenerRefusesWhatIsNone() throws Exception {
        starting(context -> illegal(() -> context.createListener(OfNothing.class)));
    }

    @Test
    void createListenerTellsWhatItCannotMake() throws Exception {
        starting(
                context ->
                        assertThatThrownBy(() -> context.createListener(Broken.class))
                                .isInstanceOf(ServletException.class)
                                .hasMessageContaining("no database"));
    }

    @Test
    void afterTheInitialisationNoListenerIsAdded() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    var context = request.getServletContext();
                    for (ThrowingCallable call :
                            List.<ThrowingCallable>of(
                                    () -> context.addListener(OfRequests.class.getName()),
                                    () -> context.addListener(new OfRequests()),
                                    () -> context.addListener(OfRequests.class))) {
                        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
                    }
                });
        assertThat(TOLD).isEmpty();
    }

    @Test
    void anAddedListenerAddsNoOther() throws Exception {
        ContextServer.inAddedListener(
                server,
                context -> {
                    unsupported(() -> context.addListener(OfRequests.class.getName()));
                    unsupported(() -> context.addListener(new OfRequests()));
                    unsupported(() -> context.addListener(OfRequests.class));
                });
    }

    @Test
    void anAddedListenerCreatesNoOther() throws Exception {
        ContextServer.inAddedListener(
                server, context -> unsupported(() -> context.createListener(OfRequests.class)));
    }
}
