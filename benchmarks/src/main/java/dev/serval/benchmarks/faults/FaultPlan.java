package dev.serval.benchmarks.faults;

import java.util.Set;

/**
 * How the server of a scenario is set up. Immutable.
 *
 * @param heapMb its heap, MiB
 * @param descriptors what {@code ulimit -n} is; 0 leaves it
 * @param ownUser whether it runs as a user whose processes can be limited
 * @param timeout {@code connectionTimeout} and {@code keepAliveTimeout}, milliseconds
 * @param connector further attributes of both connectors; may be empty
 * @param applications what is deployed beside the probes' application: names of {@link
 *     FaultApplications}
 */
record FaultPlan(
        int heapMb,
        int descriptors,
        boolean ownUser,
        int timeout,
        String connector,
        Set<String> applications) {

    static final FaultPlan USUAL = new FaultPlan(256, 0, false, 1500, "", Set.of());

    FaultPlan heap(int mb) {
        return new FaultPlan(mb, descriptors, ownUser, timeout, connector, applications);
    }

    FaultPlan descriptors(int most) {
        return new FaultPlan(heapMb, most, ownUser, timeout, connector, applications);
    }

    FaultPlan asOwnUser() {
        return new FaultPlan(heapMb, descriptors, true, timeout, connector, applications);
    }

    FaultPlan timeout(int millis) {
        return new FaultPlan(heapMb, descriptors, ownUser, millis, connector, applications);
    }

    FaultPlan connector(String attributes) {
        return new FaultPlan(heapMb, descriptors, ownUser, timeout, attributes, applications);
    }

    FaultPlan with(String... names) {
        return new FaultPlan(heapMb, descriptors, ownUser, timeout, connector, Set.of(names));
    }
}
