package dev.serval.servlet.registration;

import dev.serval.security.SecurityConstraint;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Converts ServletSecurity to constraints (Servlet 6.1 §13.4.1.3). Stateless. */
public final class SecurityElement {
    private SecurityElement() {}

    /**
     * @param patterns of the servlet
     */
    public static List<SecurityConstraint> constraints(
            ServletSecurityElement element, List<String> patterns) {
        List<SecurityConstraint> constraints = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (HttpMethodConstraintElement method : element.getHttpMethodConstraints()) {
            Set<String> only = Set.of(method.getMethodName());
            named.addAll(only);
            constraints.add(
                    of(method, new SecurityConstraint.Collection(patterns, only, Set.of())));
        }
        if (demands(element)) {
            constraints.add(
                    of(element, new SecurityConstraint.Collection(patterns, Set.of(), named)));
        }
        return patterns.isEmpty() ? List.of() : constraints;
    }

    private static boolean demands(HttpConstraintElement element) {
        return element.getRolesAllowed().length > 0
                || element.getEmptyRoleSemantic() == EmptyRoleSemantic.DENY
                || element.getTransportGuarantee() == TransportGuarantee.CONFIDENTIAL;
    }

    private static SecurityConstraint of(
            HttpConstraintElement element, SecurityConstraint.Collection collection) {
        Set<String> roles = null;
        if (element.getRolesAllowed().length > 0) {
            roles = new HashSet<>(List.of(element.getRolesAllowed()));
            // It has no meaning here, and must not stand for all roles.
            roles.remove("*");
        } else if (element.getEmptyRoleSemantic() == EmptyRoleSemantic.DENY) {
            roles = Set.of();
        }
        boolean confidential = element.getTransportGuarantee() == TransportGuarantee.CONFIDENTIAL;
        return new SecurityConstraint(collection, roles, confidential);
    }
}
