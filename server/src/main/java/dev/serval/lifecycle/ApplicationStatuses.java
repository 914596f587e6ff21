package dev.serval.lifecycle;

import java.util.List;

/** The states of the applications of a server, or of one of its hosts. Thread-safe. */
@FunctionalInterface
public interface ApplicationStatuses {
    /** The current states; does not wait. */
    List<ApplicationStatus> applications();
}
