package dev.serval.builtin;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.security.CombinedRealm;
import dev.serval.security.LockOutRealm;
import dev.serval.security.Realm;
import java.util.ArrayList;
import java.util.List;

/**
 * Realms that are asked in their order. Immutable.
 *
 * @param lockOut when users are locked; null for never
 */
public record NestingRealm(List<Factory<Realm>> realms, LockOutRealm.LockOutSettings lockOut)
        implements Factory<Realm> {
    public NestingRealm {
        realms = List.copyOf(realms);
    }

    @Override
    public Realm make(Place place) throws Exception {
        List<Realm> all = new ArrayList<>();
        for (Factory<Realm> realm : realms) {
            all.add(realm.make(place));
        }
        CombinedRealm combined = new CombinedRealm(all);
        return lockOut == null ? combined : new LockOutRealm(combined, lockOut);
    }
}
