package dev.serval.builtin;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.valve.Valve;
import dev.serval.valve.rewrite.Rewrite;
import java.nio.file.Path;

/** Makes a RewriteValve, whose rules are in a file of its place. Stateless, thread-safe. */
public final class RewriteFactory implements Factory<Valve> {
    /** The file of the rules, whether or not it exists; null if there is none. */
    public static Path file(Place place) {
        Path directory = place.directory();
        return directory == null ? null : directory.resolve(Rewrite.FILE);
    }

    @Override
    public Rewrite make(Place place) {
        boolean inContext = place.parent().equals("Context");
        return new Rewrite(
                file(place), place::file, inContext ? null : place.service(ClassLoader.class));
    }
}
