package dev.serval.lifecycle;

import java.util.List;

/** How the applications of a server, or of one of its hosts, fare. Thread-safe. */
@FunctionalInterface
public interface ApplicationStatuses {
    /** As they are now; does not wait. */
    List<ApplicationStatus> applications();
}
