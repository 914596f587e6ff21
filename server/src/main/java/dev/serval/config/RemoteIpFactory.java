package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.valve.Valve;
import dev.serval.valve.address.RemoteIp;
import dev.serval.valve.address.RemoteIpConfig;

/** A {@code Valve} that is a RemoteIpValve. Immutable. */
record RemoteIpFactory(RemoteIpConfig config) implements Factory<Valve> {
    @Override
    public Valve make(Place place) {
        return new RemoteIp(config);
    }
}
