package dev.serval.benchmarks;

import java.util.List;

/**
 * How much is done. Immutable.
 *
 * @param quick whether the figures show the order and little more
 * @param share of the requests that the literature has made
 * @param seconds of a measurement that takes seconds
 * @param warmUps how often a scenario runs before it is measured
 * @param rounds of every suite that says no other number
 * @param loops of siege and JMeter
 * @param connections where their number is what is measured
 */
record Effort(
        boolean quick,
        double share,
        int seconds,
        int warmUps,
        int rounds,
        int loops,
        Connections connections) {
    /**
     * How many there are; 0 stands for what is not said. Immutable.
     *
     * @param echo of WebSocket, each with a message under way
     * @param idle of HTTP and of WebSocket
     * @param broadcast of WebSocket, which all get the same message
     */
    record Connections(int echo, int idle, int broadcast) {
        /** With those that are said here. */
        Effort in(Effort effort) {
            Connections usual = effort.connections;
            return new Effort(
                    effort.quick,
                    effort.share,
                    effort.seconds,
                    effort.warmUps,
                    effort.rounds,
                    effort.loops,
                    new Connections(
                            echo > 0 ? echo : usual.echo,
                            idle > 0 ? idle : usual.idle,
                            broadcast > 0 ? broadcast : usual.broadcast));
        }
    }

    static final Effort FULL =
            new Effort(false, 1, 10, 2, 3, 671, new Connections(1000, 10_000, 5000));
    static final Effort QUICK =
            new Effort(true, 0.2, 2, 1, 2, 67, new Connections(1000, 4000, 2000));

    /** Only to see that everything works. */
    static final Effort TRIAL = new Effort(true, 0.01, 1, 0, 1, 2, new Connections(100, 500, 200));

    static final List<Effort> ALL = List.of(FULL, QUICK, TRIAL);

    Effort withSeconds(int number) {
        return new Effort(quick, share, number, warmUps, rounds, loops, connections);
    }
}
