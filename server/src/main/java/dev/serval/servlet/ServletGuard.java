package dev.serval.servlet;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;

/**
 * The security that a servlet has by its annotation or registration (Servlet 6.1 §13.4). Owned by
 * its servlet. There are no roles yet, so whatever asks for one is refused.
 */
final class ServletGuard {
    private volatile ServletSecurityElement element;
    private volatile boolean known;

    /** By registration, which goes before the annotation. */
    void set(ServletSecurityElement constraint) {
        element = constraint;
        known = true;
    }

    /** Why a request with that method is refused; null when it is not. */
    String refusal(String method, Class<? extends Servlet> type) {
        if (!known) {
            ServletSecurity annotation = type.getAnnotation(ServletSecurity.class);
            element = annotation == null ? null : new ServletSecurityElement(annotation);
            known = true;
        }
        ServletSecurityElement given = element;
        if (given == null) {
            return null;
        }
        HttpConstraintElement rule = given;
        for (HttpMethodConstraintElement one : given.getHttpMethodConstraints()) {
            String name = one.getMethodName();
            if (name.equals(method) || name.equals("GET") && method.equals("HEAD")) {
                rule = one;
            }
        }
        boolean open =
                rule.getRolesAllowed().length == 0
                        && rule.getEmptyRoleSemantic() == EmptyRoleSemantic.PERMIT
                        && rule.getTransportGuarantee() == TransportGuarantee.NONE;
        return open ? null : "its servlet has a ServletSecurity, which cannot be checked yet";
    }
}
