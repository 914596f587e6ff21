package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.settings.Location;
import java.nio.file.FileSystemException;

/**
 * Makes what an element stands for, and names that element when it fails. Immutable.
 *
 * @param at where the element stands
 * @param element what messages call it
 * @param factory makes it
 */
public record ElementFactory<T>(Location at, String element, Factory<T> factory)
        implements Factory<T> {
    /**
     * @throws LifecycleException that names the place: of an element within, if that one failed
     */
    @Override
    public T make(Place place) throws LifecycleException {
        try {
            return factory.make(place);
        } catch (LifecycleException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            throw new LifecycleException(at + ": " + element + " cannot be made: " + reason(e), e);
        }
    }

    /** Messages of file systems are the name of a file, and nothing else. */
    private static String reason(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || thrown instanceof FileSystemException
                ? thrown.toString()
                : message;
    }
}
