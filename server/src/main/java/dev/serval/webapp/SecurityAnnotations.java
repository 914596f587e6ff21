package dev.serval.webapp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;

/**
 * What ServletSecurity on the class of a servlet demands, as constraints of its paths (Servlet 6.1
 * §13.4). Stateless. Nobody can be let in yet, so a constraint of all methods may be wider than the
 * annotation's.
 */
final class SecurityAnnotations {
    private static final DotName SECURITY =
            DotName.createSimple("jakarta.servlet.annotation.ServletSecurity");

    private SecurityAnnotations() {}

    /** The constraints of every servlet of an application. */
    static List<Constraint> of(WebXml xml, ClassIndex index) {
        List<Constraint> constraints = new ArrayList<>();
        for (Definition servlet : xml.servlets().values()) {
            AnnotationInstance annotation = find(servlet.setting(Definition.CLASS), index);
            List<String> patterns = patterns(servlet.name(), xml);
            if (annotation != null && !patterns.isEmpty()) {
                add(annotation, servlet, patterns, constraints);
            }
        }
        return constraints;
    }

    private static List<String> patterns(String servlet, WebXml xml) {
        return xml.servletMappings().stream()
                .filter(mapping -> mapping.servlet().equals(servlet))
                .flatMap(mapping -> mapping.patterns().stream())
                .toList();
    }

    /** On the class or on one that it extends: the annotation is inherited. */
    private static AnnotationInstance find(String className, ClassIndex index) {
        String name = className;
        Set<String> seen = new HashSet<>();
        while (name != null && seen.add(name)) {
            ClassInfo type = index.find(name);
            if (type == null) {
                return null;
            }
            AnnotationInstance annotation = type.declaredAnnotation(SECURITY);
            if (annotation != null) {
                return annotation;
            }
            name = type.superName() == null ? null : type.superName().toString();
        }
        return null;
    }

    private static void add(
            AnnotationInstance annotation,
            Definition servlet,
            List<String> patterns,
            List<Constraint> constraints) {
        AnnotationValue all = annotation.value();
        if (all != null && demands(all.asNested(), "value")) {
            constraints.add(
                    new Constraint(patterns, Set.of(), Set.of(), "@ServletSecurity", servlet.at()));
        }
        AnnotationValue each = annotation.value("httpMethodConstraints");
        Set<String> methods = new LinkedHashSet<>();
        if (each != null) {
            for (AnnotationInstance method : each.asNestedArray()) {
                if (demands(method, "emptyRoleSemantic")) {
                    methods.add(method.value().asString());
                }
            }
        }
        if (!methods.isEmpty()) {
            constraints.add(
                    new Constraint(patterns, methods, Set.of(), "@ServletSecurity", servlet.at()));
        }
    }

    private static boolean demands(AnnotationInstance constraint, String emptyRoles) {
        AnnotationValue roles = constraint.value("rolesAllowed");
        AnnotationValue empty = constraint.value(emptyRoles);
        AnnotationValue transport = constraint.value("transportGuarantee");
        return roles != null && roles.asStringArray().length > 0
                || empty != null && empty.asEnum().equals("DENY")
                || transport != null && transport.asEnum().equals("CONFIDENTIAL");
    }
}
