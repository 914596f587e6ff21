package dev.serval.filters;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;

/** What both filters against forged requests (CWE-352) share. Stateless. */
final class CsrfRules {
    private CsrfRules() {}

    /** The path below the context, decoded. */
    static String path(HttpServletRequest request) {
        String info = request.getPathInfo();
        return info == null ? request.getServletPath() : request.getServletPath() + info;
    }

    /** A generator of the class that {@code randomClass} names, which must be a SecureRandom. */
    static SecureRandom random(FilterParameters parameters) throws ServletException {
        String name = parameters.text("randomClass", SecureRandom.class.getName());
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Class<?> type = Class.forName(name, true, loader);
            return type.asSubclass(SecureRandom.class).getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw parameters.problem(
                    "randomClass",
                    "names a SecureRandom with a public constructor, not '" + name + "'");
        }
    }
}
