package dev.serval.container;

import dev.serval.config.AuthenticatorConfig;
import dev.serval.config.ContextConfig;
import dev.serval.config.xml.Problem;
import dev.serval.extension.Kind;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.monitor.RunningServer.RunningPool;
import dev.serval.pages.PageEngine;
import dev.serval.security.LoginConfig;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.ContextBuilder;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.session.SessionSettings;
import dev.serval.webapp.ScanFilter;
import dev.serval.webapp.Setting;
import dev.serval.webapp.Sources;
import dev.serval.webapp.WebApplication;
import dev.serval.webapp.WebXml;
import dev.serval.webapp.WebappClassLoader;
import dev.serval.webapp.logging.LevelFile;
import jakarta.servlet.ServletContainerInitializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The descriptors and class loader of one application. Used by {@link Context}; one thread at a
 * time. Closed when the application has stopped, or could not start.
 */
final class Described implements AutoCloseable {
    /** The number of {@link #cookieWarning}. */
    static final String COOKIE = "SRV-0342";

    private static final Logger LOG = LoggerFactory.getLogger(Described.class);

    private final WebappPaths place;
    private final List<Path> classes;
    private final String shownPath;
    private final Path webXml;
    private final List<ServletContainerInitializer> brought;
    private WebappClassLoader loader;
    private NamedResources resources;
    private WebApplication application;
    private AuthenticatorConfig authenticator;
    private boolean privileged;

    /**
     * @param classes directories and jars besides those in WEB-INF
     * @param shownPath of its context, for the log
     * @param webXml the file that replaces WEB-INF/web.xml; null if there is none
     * @param brought the server's initializers for all applications
     */
    Described(
            WebappPaths place,
            List<Path> classes,
            String shownPath,
            Path webXml,
            List<ServletContainerInitializer> brought) {
        this.place = place;
        this.classes = classes;
        this.shownPath = shownPath;
        this.webXml = webXml;
        this.brought = brought;
    }

    /**
     * Reads the application; returns why it cannot be served, or null.
     *
     * @param config what its context says; web.xml replaces what it may
     */
    String read(ContextConfig config) throws IOException, LifecycleException {
        SharedLibraries loaders = place.layout().loaders();
        List<PageEngine> pages = place.layout().place("Context").all(Kind.PAGE_ENGINE);
        ClassLoader parent = loaders.parent(place.layout());
        try {
            loader = new WebappClassLoader(place.docBase(), classes, parent);
            loader.application(shownPath);
            loader.levels(LevelFile.read(place.docBase(), shownPath));
            if (config.settings().has(ContextRule.DELEGATE)) {
                loader.delegate();
            }
            privileged = config.settings().has(ContextRule.PRIVILEGED);
            if (privileged) {
                loader.privileged();
            }
        } catch (IOException e) {
            return e.getMessage(); // it contains the library
        }
        application =
                WebApplication.read(
                        new Sources(
                                place.shown(),
                                place.docBase(),
                                classes.stream().filter(Files::isDirectory).toList(),
                                classes.stream().filter(Files::isRegularFile).toList(),
                                loaders.defaults(place),
                                loaders.indexes(place.layout()),
                                webXml,
                                ScanFilter.of(config.jarScan()),
                                place.war() ? place.source() : null,
                                brought,
                                config.loading().containerSciFilter(),
                                pages.isEmpty() ? null : pages.get(0),
                                place.legacyAppBase()),
                        loader);
        Optional<String> javax = application.needsJavax();
        if (javax.isPresent()) {
            return javax.get();
        }
        Map<String, Object> globals = loaders.globals(place.layout());
        resources =
                new NamedResources(
                        place.layout().place("Context"),
                        loaders.extensions(),
                        loader,
                        config.environment(),
                        globals);
        loader.naming(application.environment(resources));
        List<Problem> problems = new ArrayList<>(application.problems());
        problems.addAll(NamedResources.vain(config.environment(), globals.keySet()));
        Setting method = application.xml().settings().get(WebXml.LOGIN);
        if (method != null) {
            AuthenticatorConfig.Result result =
                    AuthenticatorConfig.of(method.value(), method.at(), loaders.extensions());
            authenticator = result.config();
            problems.addAll(result.problems());
        }
        List<Problem> errors =
                problems.stream().filter(p -> p.severity() == Problem.Severity.ERROR).toList();
        for (Problem problem : problems) {
            if (!errors.contains(problem)) {
                LOG.warn("SRV-0514 [{}] {}", shownPath, problem);
            }
        }
        for (Problem error : errors.subList(Math.min(1, errors.size()), errors.size())) {
            LOG.error("SRV-0518 [{}] {}", shownPath, error);
        }
        return errors.isEmpty() ? null : errors.get(0).toString();
    }

    /** The pools of connections that it has made so far. */
    List<RunningPool> pools() {
        NamedResources its = resources;
        return its == null ? List.of() : its.pools();
    }

    /** The login-config of its descriptors. */
    LoginConfig login() {
        return application.xml().login();
    }

    /** The authenticator for it; null if there is none. */
    AuthenticatorConfig authenticator() {
        return authenticator;
    }

    AppContext build(ContextBuilder builder) {
        AppContext context = application.build(builder);
        if (privileged) {
            place.layout().operations().give(place.engine(), place.host(), context);
        }
        String cookie = cookieWarning(builder.sessions(), place.layout());
        if (cookie != null) {
            LOG.warn(COOKIE + " [{}] {}", shownPath, cookie);
        }
        return context;
    }

    /**
     * Why browsers drop the session cookie; null if they do not. The server does not notice such
     * failed logins.
     */
    static String cookieWarning(SessionSettings sessions, Layout layout) {
        return "none".equalsIgnoreCase(sessions.sameSite())
                        && sessions.secure() == null
                        && !layout.tls()
                ? "its session cookie has SameSite=None: browsers drop such a cookie"
                        + " unless it is Secure, which it is on TLS alone, and no Connector has"
                        + " TLS. Where a proxy has it, put <secure>true</secure> into cookie-config"
                        + " of session-config; otherwise remove SameSite"
                : null;
    }

    @Override
    public void close() {
        if (resources != null) {
            resources.close();
        }
        if (loader != null) {
            try {
                loader.close();
            } catch (IOException e) {
                LOG.warn("SRV-0519 [{}] the class loader could not be closed", shownPath, e);
            }
        }
    }
}
