package dev.serval.servlet.application;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The error pages of one context (Servlet 6.1 §10.9). Immutable. */
public final class ErrorPages {
    /**
     * One error-page element.
     *
     * @param status 0 if there is none
     * @param exceptionType the name of a class; null if there is none
     * @param location relative to the context, with a slash; may have a query
     */
    public record Page(int status, String exceptionType, String location) {
        public Page {
            Objects.requireNonNull(location, "location");
            if (!location.startsWith("/")) {
                throw new IllegalArgumentException(
                        "Servlet 6.1 §10.9: the location of an error page starts with a slash: '"
                                + location
                                + "'");
            }
            if (status != 0 && exceptionType != null) {
                throw new IllegalArgumentException(
                        "Servlet 6.1 §10.9.2: an error page is for a status or for an exception,"
                                + " not for both: "
                                + location);
            }
        }
    }

    private final Map<Integer, String> byStatus = new HashMap<>();
    private final Map<String, String> byType = new HashMap<>();
    private String fallback;

    public ErrorPages(List<Page> pages) {
        // The first declaration of a kind counts: a descriptor precedes its fragments.
        for (Page page : new ArrayList<>(pages)) {
            if (page.exceptionType() != null) {
                byType.putIfAbsent(page.exceptionType(), page.location());
            } else if (page.status() != 0) {
                byStatus.putIfAbsent(page.status(), page.location());
            } else if (fallback == null) {
                fallback = page.location();
            }
        }
    }

    public boolean isEmpty() {
        return byStatus.isEmpty() && byType.isEmpty() && fallback == null;
    }

    /** The page of a status, or the one for any error; null if there is none. */
    public String ofStatus(int status) {
        return byStatus.getOrDefault(status, fallback);
    }

    /** The page of the nearest superclass of an exception; null if there is none. */
    public String ofException(Throwable thrown) {
        for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
            String page = byType.get(type.getName());
            if (page != null) {
                return page;
            }
        }
        return null;
    }
}
