package dev.serval.benchmarks.faults;

import java.util.List;

/** All of them, in the order of the table. Stateless. */
final class Scenarios {
    private static final List<Scenario> ALL =
            List.of(
                    new HeapFault(48),
                    new HeapFault(64),
                    new HeapFault(512),
                    new ErrorsFault(),
                    new DescriptorFault(),
                    new ThreadFault(),
                    new HandshakeFault(),
                    new HashingFault(),
                    new SlowHeadFault(),
                    new DigestFault(),
                    new FormFault(),
                    new PropfindFault());

    private Scenarios() {}

    static List<Scenario> all() {
        return ALL;
    }

    /**
     * Those of this name; heap names the three of the heap.
     *
     * @throws IllegalArgumentException naming all
     */
    static List<Scenario> named(String name) {
        List<Scenario> found =
                ALL.stream()
                        .filter(s -> s.name().equals(name) || s.name().startsWith(name + "-"))
                        .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "no scenario "
                            + name
                            + "; there are "
                            + String.join(", ", ALL.stream().map(Scenario::name).toList()));
        }
        return found;
    }
}
