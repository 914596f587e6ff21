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
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;

/**
 * What ServletSecurity on the classes of servlets says (Servlet 6.1 §13.4.1), without loading them.
 * Stateless.
 */
final class SecurityAnnotations {
    private static final DotName SECURITY =
            DotName.createSimple("jakarta.servlet.annotation.ServletSecurity");

    private SecurityAnnotations() {}

    /**
     * By the names of servlets. One is left out whose class, or a class that it extends, is not in
     * the application: whoever loads it has to look.
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
            ClassInfo type = index.find(name);
            if (type == null) {
                return null;
            }
            AnnotationInstance annotation = type.declaredAnnotation(SECURITY);
            if (annotation != null) {
                return Optional.of(element(annotation));
            }
            name = type.superName() == null ? "java.lang.Object" : type.superName().toString();
        }
        return Optional.empty();
    }

    private static boolean isOfTheApi(String name) {
        return name.startsWith("jakarta.servlet.") || name.startsWith("java.lang.");
    }

    private static ServletSecurityElement element(AnnotationInstance annotation) {
        AnnotationValue all = annotation.value();
        HttpConstraintElement others =
                all == null ? new HttpConstraintElement() : constraint(all.asNested(), "value");
        List<HttpMethodConstraintElement> methods = new ArrayList<>();
        AnnotationValue each = annotation.value("httpMethodConstraints");
        if (each != null) {
            for (AnnotationInstance method : each.asNestedArray()) {
                methods.add(
                        new HttpMethodConstraintElement(
                                method.value().asString(),
                                constraint(method, "emptyRoleSemantic")));
            }
        }
        return new ServletSecurityElement(others, methods);
    }

    private static HttpConstraintElement constraint(AnnotationInstance said, String emptyRoles) {
        AnnotationValue roles = said.value("rolesAllowed");
        AnnotationValue empty = said.value(emptyRoles);
        AnnotationValue transport = said.value("transportGuarantee");
        return new HttpConstraintElement(
                empty == null
                        ? EmptyRoleSemantic.PERMIT
                        : EmptyRoleSemantic.valueOf(empty.asEnum()),
                transport == null
                        ? TransportGuarantee.NONE
                        : TransportGuarantee.valueOf(transport.asEnum()),
                roles == null ? new String[0] : roles.asStringArray());
    }
}
