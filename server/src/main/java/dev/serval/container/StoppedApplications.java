package dev.serval.container;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The applications of a host that were stopped on purpose. Thread-safe. */
final class StoppedApplications {
    private final List<StoppedApplication> all = new CopyOnWriteArrayList<>();

    synchronized void add(StoppedApplication application) {
        forget(application.source().config().path(), application.source().place().version());
        all.add(application);
    }

    /** Removes one that is deployed again or undeployed; false if it was not among them. */
    synchronized boolean forget(String path, String version) {
        return all.removeIf(each -> each.source().names(path, version));
    }

    /** Null if it is not among them. */
    StoppedApplication find(String path, String version) {
        return all.stream()
                .filter(each -> each.source().names(path, version))
                .findFirst()
                .orElse(null);
    }

    List<StoppedApplication> all() {
        return List.copyOf(all);
    }
}
