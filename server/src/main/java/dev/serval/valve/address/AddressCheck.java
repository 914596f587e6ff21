package dev.serval.valve.address;

import dev.serval.http.Exchange;
import dev.serval.http.Refusal;
import dev.serval.valve.PreRoutingValve;
import java.io.IOException;

/** Admits the clients that a rule allows, before the request is routed. Thread-safe. */
record AddressCheck(AddressSettings settings) implements PreRoutingValve {
    @Override
    public boolean admit(Exchange exchange) throws IOException {
        if (settings.allows(exchange)) {
            return true;
        }
        exchange.refuse(settings.denyStatus(), Refusal.FORBIDDEN, AddressSettings.detail(exchange));
        return false;
    }
}
