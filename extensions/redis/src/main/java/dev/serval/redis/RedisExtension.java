package dev.serval.redis;

import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.session.store.SessionStore;
import java.util.List;

/** Offers the {@code Store} that keeps sessions in Redis or Valkey. */
public final class RedisExtension implements Extension {
    @Override
    public List<Offer<?>> offers() {
        return List.of(
                new Offer<>(
                        Kind.SESSION_STORE,
                        List.of("dev.serval.redis.RedisStore"),
                        RedisExtension::store));
    }

    /** Called where the store is configured: the classes of the client are loaded then. */
    private static Offer.Declaration<SessionStore> store() {
        return RedisStoreReader.DECLARATION;
    }
}
