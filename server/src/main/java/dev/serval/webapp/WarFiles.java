package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** WARs as the deployer sees them: whole or not, unpacked, removed again. Stateless. */
public final class WarFiles {
    private static final Logger LOG = LoggerFactory.getLogger(WarFiles.class);

    private WarFiles() {}

    /** Whether the directory at its end can be read: it is written last. */
    static boolean isWhole(Path war) {
        try {
            new WarFile(war).check();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Unpacks a WAR. Throws IOException when it is broken or dangerous; nothing is left then.
     *
     * @param into made
     */
    public static void unpack(Path war, Path into) throws IOException {
        new WarFile(war).unpack(into);
    }

    /** Removes a directory with all that it holds, as far as that can be done. */
    public static void remove(Path directory) {
        try {
            Trees.delete(directory);
        } catch (IOException e) {
            LOG.warn("SRV-0534 {} could not be removed: {}", directory, e.toString());
        }
    }
}
