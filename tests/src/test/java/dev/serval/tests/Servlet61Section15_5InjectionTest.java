package dev.serval.tests;

import static dev.serval.tests.AppDirectory.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.annotation.Resources;
import jakarta.annotation.security.DeclareRoles;
import jakarta.mail.MailSessionDefinition;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** What the objects of an application get before they are used, and hear at their end. */
@OnBioAndNio
final class Servlet61Section15_5InjectionTest {
    @TempDir static Path directory;
    private static ServerLog log;
    private static AppServer apps;

    @Parameter ServletUnderTest server;

    // ---- classes of the application

    /** What a superclass asks for. */
    public static class Inherited extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Resource(name = "text")
        private String inherited;

        final transient List<String> calls = new ArrayList<>();

        @PostConstruct
        private void begin() {
            calls.add("super(" + inherited + ")");
        }

        String inherited() {
            return inherited;
        }
    }

    @WebServlet("/injected")
    public static final class Injected extends Inherited {
        private static final long serialVersionUID = 1;

        @Resource(name = "text")
        private String field;

        @Resource(name = "number")
        private int primitive;

        @Resource private String byDefault;

        @Resource(lookup = "java:comp/env/text")
        private String byLookup;

        @Resource(name = "unsaid")
        private String kept = "kept";

        private String bySetter;
        private transient DataSource source;
        private String byTarget;
        private String byTargetSetter;

        @Resource(name = "text")
        void setBySetter(String value) {
            bySetter = "set " + value;
        }

        @Resource
        public void setProperty(String value) {
            calls.add("property=" + value);
        }

        @Resource(name = "jdbc/none")
        public void setSource(DataSource given) {
            source = given;
        }

        public void setByTargetSetter(String value) {
            byTargetSetter = "set " + value;
        }

        @PostConstruct
        protected final void construct() {
            calls.add("construct(" + field + ")");
        }

        @Override
        public void init() {
            calls.add("init");
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            switch (request.getQueryString()) {
                case "field" -> print(response, field);
                case "private" -> print(response, inherited());
                case "primitive" -> print(response, primitive);
                case "default" -> print(response, byDefault);
                case "lookup" -> print(response, byLookup);
                case "kept" -> print(response, kept);
                case "setter" -> print(response, bySetter);
                case "source" -> print(response, source);
                case "target" -> print(response, byTarget);
                case "targetSetter" -> print(response, byTargetSetter);
                default -> print(response, calls);
            }
        }

        private static void print(HttpServletResponse response, Object value) throws IOException {
            response.getWriter().print(value);
        }
    }

    @WebFilter("/injected")
    public static final class InjectedFilter implements Filter {
        @Resource(name = "text")
        private String text;

        private String constructed;

        @PostConstruct
        void construct() {
            constructed = text;
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            ((HttpServletResponse) response).setHeader("Filter", text + "/" + constructed);
            chain.doFilter(request, response);
        }
    }

    @WebListener
    public static final class InjectedListener
            implements ServletContextListener, ServletRequestListener, HttpSessionListener {
        @Resource(name = "text")
        private String text;

        private String constructed;

        @PostConstruct
        void construct() {
            constructed = text;
        }

        @Override
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().setAttribute("listener", text + "/" + constructed);
        }

        @Override
        public void requestInitialized(ServletRequestEvent event) {
            event.getServletRequest().setAttribute("listener", text);
        }

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            event.getSession().setAttribute("listener", text);
        }
    }

    @WebServlet("/listener")
    public static final class Listener extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter()
                    .print(
                            getServletContext().getAttribute("listener")
                                    + " "
                                    + request.getAttribute("listener")
                                    + " "
                                    + request.getSession().getAttribute("listener"));
        }
    }

    public static final class Completed implements AsyncListener {
        @Resource(name = "text")
        private String text;

        private String constructed;

        @PostConstruct
        void construct() {
            constructed = text;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            event.getSuppliedRequest()
                    .getServletContext()
                    .setAttribute("async", text + "/" + constructed);
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @WebServlet(urlPatterns = "/async", asyncSupported = true)
    public static final class Async extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException {
            AsyncContext async = request.startAsync();
            async.addListener(async.createListener(Completed.class), request, response);
            async.complete();
        }
    }

    /** Added by a program: created by the context, so injected all the same. */
    @WebListener
    public static final class Adding implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            try {
                Plain made = event.getServletContext().createServlet(Plain.class);
                event.getServletContext().addServlet("made", made).addMapping("/made");
                event.getServletContext().addServlet("added", Plain.class).addMapping("/added");
            } catch (ServletException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static final class Plain extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Resource(name = "text")
        private String text;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print(text);
        }
    }

    /** No component: nobody injects into it. */
    public static final class Ordinary {
        @Resource(name = "text")
        String text;
    }

    @WebServlet("/class")
    @Resources({
        @Resource(name = "other/text", lookup = "java:comp/env/text"),
        @Resource(name = "other/number", type = Integer.class)
    })
    @DeclareRoles("Business")
    @MailSessionDefinition(name = "java:comp/env/defined")
    public static final class OfClass extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            String text;
            try {
                text = String.valueOf(new InitialContext().lookup(request.getQueryString()));
            } catch (NamingException e) {
                text = e.getMessage();
            }
            response.getWriter().print(text + " " + new Ordinary().text);
        }
    }

    private static String entry(String name, String type, String value, String... inside) {
        return "<env-entry><env-entry-name>"
                + name
                + "</env-entry-name><env-entry-type>java.lang."
                + type
                + "</env-entry-type><env-entry-value>"
                + value
                + "</env-entry-value>"
                + String.join("", inside)
                + "</env-entry>";
    }

    private static String target(Class<?> type, String member) {
        return "<injection-target><injection-target-class>"
                + type.getName()
                + "</injection-target-class><injection-target-name>"
                + member
                + "</injection-target-name></injection-target>";
    }

    private static String callback(String element, Class<?> type, String method) {
        return "<"
                + element
                + "><lifecycle-callback-class>"
                + type.getName()
                + "</lifecycle-callback-class><lifecycle-callback-method>"
                + method
                + "</lifecycle-callback-method></"
                + element
                + ">";
    }

    private static final String ENTRIES =
            entry("text", "String", "a text")
                    + entry("number", "Integer", "42")
                    + entry(Injected.class.getName() + "/byDefault", "String", "by default")
                    + entry(Injected.class.getName() + "/property", "String", "of a property")
                    + entry(
                            "targeted",
                            "String",
                            "targeted",
                            target(Injected.class, "byTarget"),
                            target(Injected.class, "byTargetSetter"));

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) {
        log = new ServerLog();
        apps =
                AppServer.start(
                        server,
                        new AppDirectory(directory, "app")
                                .webXml(ENTRIES)
                                .classes(
                                        Inherited.class,
                                        Injected.class,
                                        InjectedFilter.class,
                                        InjectedListener.class,
                                        Listener.class,
                                        Completed.class,
                                        Async.class,
                                        Adding.class,
                                        Plain.class,
                                        Ordinary.class,
                                        OfClass.class),
                        new AppDirectory(directory, "complete")
                                .descriptor(
                                        "version='6.1' metadata-complete='true'",
                                        ENTRIES,
                                        servlet("s", Injected.class, "/injected"),
                                        callback("post-construct", Injected.class, "construct"))
                                .classes(Inherited.class, Injected.class));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
        log.close();
    }

    private static String injected(String what) throws IOException {
        return apps.text("/app/injected?" + what);
    }

    // ---- where

    @Test
    @Section("15.5.5")
    void aFieldOfAServletIsInjected() throws Exception {
        assertThat(injected("field")).isEqualTo("a text");
    }

    @Test
    @Section("15.5.5")
    void aPrivateFieldOfASuperclassIsInjected() throws Exception {
        assertThat(injected("private")).isEqualTo("a text");
    }

    @Test
    @Section("15.5.5")
    void aPrimitiveFieldIsInjected() throws Exception {
        assertThat(injected("primitive")).isEqualTo("42");
    }

    @Test
    @Section("15.5.5")
    void aSetterIsCalled() throws Exception {
        assertThat(injected("setter")).isEqualTo("set a text");
    }

    @Test
    @Section("15.5.5")
    void theNameOfAFieldIsInferredFromItAndItsClass() throws Exception {
        assertThat(injected("default")).isEqualTo("by default");
    }

    @Test
    @Section("15.5.5")
    void theNameOfASetterIsInferredFromItsProperty() throws Exception {
        assertThat(injected("calls")).contains("property=of a property");
    }

    @Test
    @Section("15.5.5")
    void aLookupNamesAnotherEntry() throws Exception {
        assertThat(injected("lookup")).isEqualTo("a text");
    }

    @Test
    @Section("15.5.5")
    void anEntryWithoutValueLeavesTheFieldAlone() throws Exception {
        assertThat(injected("kept")).isEqualTo("kept");
    }

    @Test
    @Section("15.5")
    void filtersAreInjected() throws Exception {
        assertThat(apps.get("/app/injected?field").field("Filter")).isEqualTo("a text/a text");
    }

    @Test
    @Section("15.5")
    void listenersAreInjected() throws Exception {
        assertThat(apps.text("/app/listener")).isEqualTo("a text/a text a text a text");
    }

    @Test
    @Section("15.5")
    void asyncListenersAreInjected() throws Exception {
        apps.text("/app/async");
        Waiting.until("its end", () -> apps.context("/app").getAttribute("async") != null);
        assertThat(apps.context("/app").getAttribute("async")).isEqualTo("a text/a text");
    }

    @Test
    @Section("15.5")
    void whatAProgramAddsIsInjected() throws Exception {
        assertThat(apps.text("/app/added")).isEqualTo("a text");
        assertThat(apps.text("/app/made")).isEqualTo("a text");
    }

    @Test
    @Section("15.5")
    void otherClassesAreNot() throws Exception {
        assertThat(apps.text("/app/class?java:comp/env/text")).isEqualTo("a text null");
    }

    // ---- when

    @Test
    @Section("15.5")
    void injectionComesBeforeEveryLifecycleMethodAndThoseOfSuperclassesFirst() throws Exception {
        assertThat(injected("calls"))
                .isEqualTo("[property=of a property, super(a text), construct(a text), init]");
    }

    // ---- classes

    @Test
    @Section("15.5.12")
    void resourcesOfAClassAreBound() throws Exception {
        assertThat(apps.text("/app/class?java:comp/env/other/text")).startsWith("a text ");
    }

    @Test
    @Section("15.5.12")
    void oneWithoutValueIsNamedWhenItIsLookedUp() throws Exception {
        assertThat(apps.text("/app/class?java:comp/env/other/number"))
                .contains("java:comp/env/other/number is not bound")
                .contains("@Resource")
                .contains(OfClass.class.getName());
    }

    // ---- what is not there

    @Test
    @Section("10.11")
    void aResourceThatIsNotThereIsNamedInTheLog() throws Exception {
        assertThat(injected("source")).isEqualTo("null");
        assertThat(log.lines())
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .contains(Injected.class.getName() + ".setSource")
                                        .contains("java:comp/env/jdbc/none is not bound"));
    }

    @Test
    @Section("10.11")
    void anAnnotationForWhatThereIsNotIsSkippedWithAWord() throws Exception {
        apps.text("/app/class?java:comp/env/text");
        assertThat(log.lines())
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .contains(OfClass.class.getName())
                                        .contains("@MailSessionDefinition: skipped"));
    }

    // ---- descriptors

    @Test
    @Section("8.2.3")
    void anInjectionTargetIsAField() throws Exception {
        assertThat(injected("target")).isEqualTo("targeted");
    }

    @Test
    @Section("8.2.3")
    void anInjectionTargetIsASetterBeforeItIsAField() throws Exception {
        assertThat(injected("targetSetter")).isEqualTo("set targeted");
    }

    @Test
    @Section("15.5.1")
    void aCompleteDescriptorInjectsByTargetsOnly() throws Exception {
        assertThat(apps.text("/complete/injected?field")).isEqualTo("null");
        assertThat(apps.text("/complete/injected?target")).isEqualTo("targeted");
    }

    @Test
    @Section("15.5.1")
    void aCompleteDescriptorCallsTheMethodsThatItNames() throws Exception {
        assertThat(apps.text("/complete/injected?calls")).isEqualTo("[construct(null), init]");
    }

    // ---- the end

    /** Writes what it hears into a file, so that it is there after the application. */
    public static class Ending extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Resource(name = "file")
        String file;

        void note(String text) {
            try {
                Files.writeString(
                        Path.of(file),
                        text + " ",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void destroy() {
            note("destroy");
        }

        @PreDestroy
        private void endOfSuperclass() {
            note("super");
        }
    }

    public static final class EndingAnnotated extends Ending {
        private static final long serialVersionUID = 1;

        @PreDestroy
        private void end() {
            note("end");
        }

        public void describedEnd() {
            note("described");
        }
    }

    private String endingOf(String name, String... inside) throws Exception {
        Path file = directory.resolve(name + server + ".txt");
        AppDirectory app =
                new AppDirectory(directory, name)
                        .webXml(
                                entry("file", "String", file.toString()),
                                servlet(
                                        "s",
                                        EndingAnnotated.class,
                                        "/s",
                                        "<load-on-startup>1</load-on-startup>"),
                                String.join("", inside))
                        .classes(Ending.class, EndingAnnotated.class);
        AppServer.start(server, app).close();
        return Files.readString(file).strip();
    }

    @Test
    @Section("15.5.11")
    void preDestroyComesBehindDestroyAndThoseOfSuperclassesLast() throws Exception {
        assertThat(endingOf("ending")).isEqualTo("destroy end super");
    }

    @Test
    @Section("8.2.3")
    void aPreDestroyOfTheDescriptorTakesThePlaceOfTheAnnotatedOne() throws Exception {
        assertThat(
                        endingOf(
                                "described",
                                callback("pre-destroy", EndingAnnotated.class, "describedEnd")))
                .isEqualTo("destroy described super");
    }

    // ---- what is wrong

    public abstract static class Wrong extends HttpServlet {
        private static final long serialVersionUID = 1;
    }

    public static final class WrongType extends Wrong {
        private static final long serialVersionUID = 1;

        @Resource(name = "text")
        private Integer number;
    }

    public static final class Final extends Wrong {
        private static final long serialVersionUID = 1;

        @Resource(name = "text")
        private final String text = null;
    }

    public static final class NoSetter extends Wrong {
        private static final long serialVersionUID = 1;

        @Resource(name = "text")
        void inject(String text) {}
    }

    public static final class FailingConstruct extends Wrong {
        private static final long serialVersionUID = 1;

        @PostConstruct
        void construct() {
            throw new IllegalStateException("no luck");
        }
    }

    public static final class Quiet extends Wrong {
        private static final long serialVersionUID = 1;
    }

    private String refusal(Class<?> type, String... inside) {
        AppDirectory app =
                new AppDirectory(directory, "wrong" + System.nanoTime())
                        .webXml(
                                entry("text", "String", "a text"),
                                servlet("s", type, "/s", "<load-on-startup>1</load-on-startup>"),
                                String.join("", inside))
                        .classes(Wrong.class, type);
        return AppServer.refusal(server, app);
    }

    @Test
    @Section("15.5.5")
    void anEntryOfAnotherTypeThanItsFieldIsRefused() {
        assertThat(refusal(WrongType.class))
                .contains(WrongType.class.getName() + ".number cannot be injected")
                .contains("text is of java.lang.String and not of java.lang.Integer");
    }

    @Test
    @Section("15.5.5")
    void aFinalFieldIsRefused() {
        assertThat(refusal(Final.class))
                .contains(Final.class.getName() + ".text cannot be injected: it is final");
    }

    @Test
    @Section("15.5.5")
    void aMethodThatIsNoSetterIsRefused() {
        assertThat(refusal(NoSetter.class))
                .contains(NoSetter.class.getName() + ".inject cannot have @Resource");
    }

    @Test
    @Section("15.5.10")
    void whatFailsInItsPostConstructIsNotPutIntoService() {
        assertThat(refusal(FailingConstruct.class)).endsWith("IllegalStateException: no luck");
    }

    @Test
    @Section("8.2.3")
    void anInjectionTargetThatIsNotThereIsRefused() {
        assertThat(refusal(Quiet.class, entry("x", "String", "y", target(Quiet.class, "absent"))))
                .contains("the injection-target of x is not there")
                .contains(Quiet.class.getName() + " has neither a field absent");
    }

    @Test
    @Section("8.2.3")
    void aLifecycleMethodThatIsNotThereIsRefused() {
        assertThat(refusal(Quiet.class, callback("post-construct", Quiet.class, "absent")))
                .contains(Quiet.class.getName() + ".absent")
                .contains("@PostConstruct, which is not there");
    }
}
