package dev.serval.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;

/** The look-ups on the disk that are in progress, one for each name. Thread-safe. */
final class SingleFlight {
    private final ConcurrentHashMap<String, FutureTask<CachedFile>> running =
            new ConcurrentHashMap<>();

    /** Finds a version of something; null if there is none. */
    interface Load {
        CachedFile load() throws IOException;
    }

    /** Look-ups in progress may find an old state: no other thread waits for them any more. */
    void forget(Predicate<String> names) {
        running.keySet().removeIf(names);
    }

    /** Looks up a name, or waits for the result of another thread that is looking it up. */
    CachedFile once(String name, Load load) throws IOException {
        FutureTask<CachedFile> mine = new FutureTask<>(load::load);
        FutureTask<CachedFile> task = running.putIfAbsent(name, mine);
        if (task == null) {
            try {
                mine.run();
            } finally {
                running.remove(name, mine);
            }
            task = mine;
        }
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a file was read");
        } catch (ExecutionException e) {
            if (task != mine && e.getCause() instanceof IOException) {
                // The reading thread may have been interrupted, which is no failure of this one.
                return load.load();
            }
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException("A file could not be read: " + name, e.getCause());
        }
    }
}
