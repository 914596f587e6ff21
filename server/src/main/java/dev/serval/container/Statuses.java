package dev.serval.container;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatuses;
import java.util.List;

/** The statuses of a server's applications, for parts that are made before the server. */
final class Statuses implements ApplicationStatuses {
    private volatile ApplicationStatuses server = List::of;

    /** Sets the source. */
    void of(ApplicationStatuses known) {
        server = known;
    }

    @Override
    public List<ApplicationStatus> applications() {
        return server.applications();
    }

    /**
     * @param host null for all
     */
    ApplicationStatuses in(String host) {
        return host == null
                ? this
                : () -> applications().stream().filter(each -> each.host().equals(host)).toList();
    }
}
