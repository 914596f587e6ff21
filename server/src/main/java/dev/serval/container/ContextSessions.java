package dev.serval.container;

import dev.serval.config.ElementFactory;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.LoginForm;
import dev.serval.session.Sessions;
import dev.serval.session.saved.Handover;
import dev.serval.session.saved.SessionKeeping;
import dev.serval.session.saved.SessionsInFile;
import dev.serval.session.store.StoreScope;
import dev.serval.settings.Location;
import java.nio.file.Path;

/**
 * What becomes of the sessions of a context: where they are kept while it does not run, and how
 * they pass to the one that replaces it. Used by the thread that starts or ends the context.
 */
final class ContextSessions {
    private final WebappPaths place;
    private final String shownPath;
    private SessionKeeping keeping = SessionKeeping.IN_MEMORY;
    private boolean replaces;
    // To the context that replaces this one; null if none does.
    private Handover handover;

    /**
     * @param shownPath of the context, in messages
     */
    ContextSessions(WebappPaths place, String shownPath) {
        this.place = place;
        this.shownPath = shownPath;
    }

    /** Called before its start if it replaces a context that still runs. */
    void replaces() {
        replaces = true;
    }

    /**
     * How its sessions are made. Those of an application without a Manager are in a file only where
     * the server has a directory of its own: an embedding program gets no files that it did not ask
     * for.
     *
     * @param manager null if there is none
     */
    Sessions.Maker maker(Factory<SessionKeeping> manager) throws LifecycleException {
        boolean writes = place.layout().base() != null && place.docBase() != null;
        if (manager != null) {
            keeping =
                    ElementFactory.make(
                            manager,
                            Location.NONE,
                            "Manager",
                            new StorePlace(place.layout().place("Context"), scope()));
        } else {
            keeping = writes ? SessionKeeping.DEFAULTS : SessionKeeping.IN_MEMORY;
        }
        return keeping.maker(place.workDir(), replaces, new LoginForm(), shownPath);
    }

    private StoreScope scope() {
        return new StoreScope(place.virtualServerName() + "/" + place.base(), place.workDir());
    }

    /** Whether they end with the context, also when it is replaced. */
    private boolean endWithIt() {
        return place.docBase() == null
                || keeping.store() == null
                        && "".equals(keeping.pathname())
                        && keeping != SessionKeeping.IN_MEMORY;
    }

    /** Whether they are in a store of several nodes, where the next context finds them. */
    private boolean isShared() {
        return keeping.sharing() != null;
    }

    /**
     * From now on the next context finds the sessions of this one.
     *
     * @param next started, and not routed to yet
     */
    void handOver(Sessions mine, ContextSessions next, Sessions theirs) {
        if (!endWithIt() && !next.endWithIt() && !isShared() && !next.isShared()) {
            handover = new Handover(mine, keeping.attributes(), theirs, next.keeping.attributes());
            handover.begin();
        }
        forget(mine);
    }

    /** The context is removed: nothing of its sessions is kept, or read by the next of its name. */
    void remove(Sessions mine) {
        mine.discard();
        forget(mine);
    }

    private static void forget(Sessions mine) {
        if (mine instanceof SessionsInFile file) {
            file.forget();
        }
    }

    /** The context goes on: the next one could not take its place. */
    void keep() {
        if (handover != null) {
            handover.end();
            handover = null;
        }
    }

    /**
     * The context answers no request any more, and stops while others go on: its sessions pass on.
     * They are kept if what replaces it could not start.
     */
    void leave(Sessions mine) {
        if (handover != null) {
            handover.finish();
            handover = null;
            mine.discard();
        }
    }

    /** The place of a Manager and its Store. Immutable. */
    private record StorePlace(Place place, StoreScope scope) implements Place {
        @Override
        public String parent() {
            return place.parent();
        }

        @Override
        public Path file(String path) {
            return place.file(path);
        }

        @Override
        public Path directory() {
            return place.directory();
        }

        @Override
        public <S> S service(Class<S> type) {
            return type == StoreScope.class ? type.cast(scope) : place.service(type);
        }
    }
}
