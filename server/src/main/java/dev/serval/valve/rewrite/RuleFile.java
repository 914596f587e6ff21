package dev.serval.valve.rewrite;

import dev.serval.settings.Location;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of a file, which is read again when it changes; if the new content has mistakes, the
 * former rules stay. Thread-safe.
 */
final class RuleFile {
    private static final Logger LOG = LoggerFactory.getLogger(RuleFile.class);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path file;
    private final Function<String, Path> paths;
    private final ClassLoader shared;
    private final AtomicLong looked = new AtomicLong();
    private volatile List<Rule> rules = List.of();
    private volatile RuleFiles files;

    /**
     * @param file null where nothing is to be read
     * @param paths of files that rules name
     * @param shared has the classes that they name; null for those of the application
     */
    RuleFile(Path file, Function<String, Path> paths, ClassLoader shared) {
        this.file = file;
        this.paths = paths;
        this.shared = shared;
    }

    /** Throws IllegalArgumentException, or IllegalStateException if it cannot be read. */
    void start() {
        if (file == null || !Files.exists(file)) {
            LOG.warn("SRV-0870 There are no rules for a RewriteValve: {} is missing", file);
        }
        read();
    }

    private void read() {
        RuleFiles next = new RuleFiles(paths, shared);
        // Set first, so that the file is read again if it changes meanwhile.
        files = next;
        if (file == null) {
            return;
        }
        next.note(file);
        try {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            rules = new RuleParser(file.toString(), next).parse(lines);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is not in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be read: " + e, e);
        }
    }

    /**
     * The mistakes in the file, by their places.
     *
     * @param shown the name of the file in messages
     */
    Map<Location, String> mistakes(String shown) {
        try {
            RuleFiles named = new RuleFiles(paths, shared);
            return new RuleParser(shown, named).mistakes(Files.readAllLines(file));
        } catch (CharacterCodingException e) {
            return Map.of(new Location(shown, 0, 0), "is not in UTF-8");
        } catch (IOException e) {
            return Map.of(new Location(shown, 0, 0), "cannot be read: " + e);
        }
    }

    /** The current rules; checks the file at most once a second. */
    List<Rule> current(long now) {
        long before = looked.get();
        if (now - before >= LOOK_NANOS
                && looked.compareAndSet(before, now)
                && files.haveChanged()) {
            try {
                read();
                LOG.info("{} was read again: {} rules", file, rules.size());
            } catch (IllegalArgumentException | IllegalStateException e) {
                LOG.error("SRV-0871 The former rules stay in effect: {}", e.getMessage());
            }
        }
        return rules;
    }
}
