package dev.serval.manager;

import dev.serval.operations.ApplicationName;
import jakarta.servlet.http.HttpServletRequest;

/** The application that a request is about. Stateless. */
final class RequestedName {
    private RequestedName() {}

    /** Null if the request names none; the name may be malformed. */
    static ApplicationName of(HttpServletRequest request) {
        String path = request.getParameter("path");
        return path == null ? null : ApplicationName.of(path, request.getParameter("version"));
    }

    /** The same, else the name by the file that is to be deployed. */
    static ApplicationName ofDeployment(HttpServletRequest request) {
        ApplicationName name = of(request);
        String config = request.getParameter("config");
        String war = request.getParameter("war");
        if (name == null && config != null) {
            return ApplicationName.ofFile(config);
        }
        return name == null && war != null ? ApplicationName.ofFile(war) : name;
    }

    /** Whether it begins with a slash or is empty, and leads nowhere else. */
    static boolean isValid(ApplicationName name) {
        if (name == null || !name.path().isEmpty() && !name.path().startsWith("/")) {
            return false;
        }
        for (String segment : name.path().split("/", -1)) {
            if (segment.equals("..") || segment.equals(".")) {
                return false;
            }
        }
        return name.path().chars().noneMatch(c -> c < ' ' || c == 127);
    }
}
