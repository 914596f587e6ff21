package dev.serval.builtin.manager;

import dev.serval.extension.Settings;
import dev.serval.session.saved.SharingRules;
import dev.serval.session.saved.SwapRules;
import dev.serval.session.store.SessionStore;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.Map;

/** Reads how the nodes of a store share their sessions. Stateless. */
final class SharingReader {
    // Seconds for which a copy is kept that no request uses.
    private static final int COPY_SECONDS = 600;

    private enum Way {
        NONE,
        STICKY,
        FREE
    }

    private static final Attribute<Way> WAY =
            Attribute.of(
                            "sharing",
                            Format.choice(
                                    Map.of(
                                            "none", Way.NONE,
                                            "sticky", Way.STICKY,
                                            "free", Way.FREE)),
                            null,
                            "How several nodes have the same sessions: sticky keeps a copy in"
                                    + " memory between requests and asks the store whether it is"
                                    + " still right; free reads the session for each request; both"
                                    + " save it before the last byte of the response. none:"
                                    + " sessions are stored when they are idle, for one node.")
                    .shown("sticky where nodes share the store, else none");

    /** How sessions are shared. */
    static final Attribute<?> SHARING = WAY;

    private static final Attribute<Boolean> REFUSES =
            Attribute.of(
                            "whenStoreFails",
                            Format.choice(Map.of("refuse", true, "new", false)),
                            true,
                            "What becomes of a request whose session cannot be read from a shared"
                                    + " store: refuse answers 503, new lets it go on without, so"
                                    + " that the application makes another one.")
                    .shown("refuse");

    /** What becomes of requests while the store fails. */
    static final Attribute<?> WHEN_DOWN = REFUSES;

    /** How many requests may wait for the store. */
    static final Attribute<Integer> MOST_CALLS =
            Attribute.of(
                    "maxStoreCalls",
                    Format.integer(Unit.NONE, 1, 100_000),
                    150,
                    "The limit of requests that wait for a shared store at a time; others get what"
                            + " whenStoreFails says at once, but what a request has changed waits up"
                            + " to a second for its place. Below maxThreads, so that an application"
                            + " whose store hangs leaves threads to others.");

    private SharingReader() {}

    /** The sharing that a Manager asks for. Immutable. */
    record Wanted(Way way, SharingRules sticky, SharingRules free) {
        /**
         * The rules for a store; null if its sessions are not shared.
         *
         * @throws IllegalArgumentException if that store cannot be shared
         */
        SharingRules of(SessionStore store) {
            if (way == null) {
                return store.isShared() ? sticky : null;
            }
            if (way != Way.NONE && !store.isShared()) {
                throw new IllegalArgumentException(
                        "sharing of the Manager needs a Store that nodes share, as a"
                                + " DataSourceStore is: this one is for one node");
            }
            return switch (way) {
                case NONE -> null;
                case STICKY -> sticky;
                case FREE -> free;
            };
        }
    }

    static Wanted read(Settings given, SwapRules swaps) {
        int copies = swaps.maxIdleSwap() < 0 ? COPY_SECONDS : swaps.maxIdleSwap();
        boolean refuses = given.get(REFUSES);
        int most = given.get(MOST_CALLS);
        return new Wanted(
                given.get(WAY),
                new SharingRules(true, copies, refuses, most),
                new SharingRules(false, copies, refuses, most));
    }
}
