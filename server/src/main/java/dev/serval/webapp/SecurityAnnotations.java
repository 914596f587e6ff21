package dev.serval.webapp;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The ServletSecurity annotations of the classes of servlets (Servlet 6.1 §13.4.1), read without
 * loading them. Stateless.
 */
final class SecurityAnnotations {
    private static final String SECURITY = AnnotationScan.PACKAGE + "ServletSecurity";

    private SecurityAnnotations() {}

    /**
     * The annotations by the names of servlets. A servlet is left out if its class, or a class that
     * it extends, is not in the application: its loader has to check it.
     */
    static Map<String, Optional<ServletSecurityElement>> of(
            WebXml xml, ClassIndex index, Problems problems) {
        Map<String, Optional<ServletSecurityElement>> found = new LinkedHashMap<>();
        for (Definition servlet : xml.servlets().values()) {
            String type = servlet.setting(Definition.CLASS);
            try {
                Optional<ServletSecurityElement> element = type == null ? null : find(type, index);
                if (element != null) {
                    found.put(servlet.name(), element);
                }
            } catch (IllegalArgumentException e) {
                problems.error(
                        servlet.at(),
                        "Servlet 6.1 §13.4.1: @ServletSecurity of " + type + ": " + e.getMessage());
            }
        }
        return found;
    }

    /** On the class or on one that it extends: the annotation is inherited. Null: not known. */
    private static Optional<ServletSecurityElement> find(String className, ClassIndex index) {
        String name = className;
        Set<String> seen = new HashSet<>();
        while (!isOfTheApi(name) && seen.add(name)) {
            if (!index.contains(name)) {
                return null;
            }
            AnnotationValues annotation = index.annotation(name, SECURITY);
            if (annotation != null) {
                return Optional.of(element(annotation));
            }
            String superName = index.superName(name);
            name = superName == null ? "java.lang.Object" : superName;
        }
        return Optional.empty();
    }

    private static boolean isOfTheApi(String name) {
        return name.startsWith("jakarta.servlet.") || name.startsWith("java.lang.");
    }

    private static ServletSecurityElement element(AnnotationValues annotation) {
        List<AnnotationValues> all = annotation.nested("value");
        HttpConstraintElement others =
                all.isEmpty() ? new HttpConstraintElement() : constraint(all.get(0), "value");
        List<HttpMethodConstraintElement> methods = new ArrayList<>();
        for (AnnotationValues method : annotation.nested("httpMethodConstraints")) {
            methods.add(
                    new HttpMethodConstraintElement(
                            method.shown("value"), constraint(method, "emptyRoleSemantic")));
        }
        return new ServletSecurityElement(others, methods);
    }

    private static HttpConstraintElement constraint(AnnotationValues said, String emptyRoles) {
        return new HttpConstraintElement(
                EmptyRoleSemantic.valueOf(said.text(emptyRoles, EmptyRoleSemantic.PERMIT.name())),
                TransportGuarantee.valueOf(
                        said.text("transportGuarantee", TransportGuarantee.NONE.name())),
                said.texts("rolesAllowed").toArray(String[]::new));
    }
}
