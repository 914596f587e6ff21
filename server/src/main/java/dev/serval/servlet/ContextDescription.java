package dev.serval.servlet;

import dev.serval.files.FileSettings;
import dev.serval.files.Overlay;
import dev.serval.metrics.Metering;
import dev.serval.security.SecurityConstraint;
import dev.serval.servlet.application.ErrorPages;
import dev.serval.servlet.application.Neighbours;
import dev.serval.servlet.registration.Pages;
import dev.serval.servlet.security.SecuritySettings;
import dev.serval.servlet.settings.ComponentSettings;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.session.SessionSettings;
import dev.serval.session.Sessions;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.ErrorReport;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The description of a context and its components. Not thread-safe. */
final class ContextDescription {
    final String path;
    final GivenComponents given;
    Pages pages = Pages.NONE;
    final Map<String, String> initParameters = new LinkedHashMap<>();
    final Map<String, String> mimeTypes = new LinkedHashMap<>();
    final List<ErrorPages.Page> errorPages = new ArrayList<>();
    final List<SecurityConstraint> constraints = new ArrayList<>();
    final Set<String> roles = new HashSet<>();
    SecuritySettings security = SecuritySettings.DEFAULTS;
    boolean denyUncovered;
    final List<Path> resourceJars = new ArrayList<>();
    final List<Overlay> overlays = new ArrayList<>();
    final Map<String, String> localeEncodings = new LinkedHashMap<>();
    SessionSettings sessions = SessionSettings.DEFAULTS;
    Sessions.Maker sessionMaker = Sessions::new;
    boolean tls;
    String requestEncoding;
    String responseEncoding;
    Path docBase;
    Path workDir;
    String displayName;
    String version = "";
    String specification = "6.1";
    String serverInfo = serverInfo();
    String hostName = "localhost";
    List<String> welcomeFiles = List.of("index.html", "index.htm", "index.jsp");
    FileSettings files = FileSettings.DEFAULTS;
    ContextSettings settings = ContextSettings.DEFAULTS;
    Neighbours neighbours = Neighbours.NONE;
    JspConfigDescriptor jspConfig;
    ComponentSettings components = ComponentSettings.DEFAULTS;
    ClassLoader classLoader;
    CallValve[] around;
    CompletionValve[] completion;
    ErrorReport errorReport;
    Metering metering = new Metering();

    ContextDescription(GivenComponents given) {
        this.given = given;
        this.path = given.path;
    }

    private static String serverInfo() {
        String version = ContextDescription.class.getPackage().getImplementationVersion();
        return "Serval/" + (version == null ? "development" : version);
    }

    /** Patterns that a descriptor constrains: annotations and programs do not change them. */
    Set<String> constrainedPatterns() {
        Set<String> patterns = new HashSet<>();
        for (SecurityConstraint constraint : constraints) {
            constraint.collections().forEach(c -> patterns.addAll(c.patterns()));
        }
        return patterns;
    }
}
