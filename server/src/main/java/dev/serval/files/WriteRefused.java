package dev.serval.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client may not, or cannot, change a file as requested. Immutable; without a stack trace. */
public class WriteRefused extends Exception {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(WriteRefused.class);

    private final int status;

    /**
     * @param status of the answer: 4xx, or 507 when the disk has failed
     * @param reason for the client; safe to show
     */
    public WriteRefused(int status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    /** The status of the answer. */
    public final int status() {
        return status;
    }

    /** A refusal because of the disk; logs what to do. */
    static WriteRefused by(IOException e, String path) {
        if (e instanceof NoSuchFileException) {
            return new WriteRefused(409, "It has gone meanwhile.");
        }
        if (e instanceof AccessDeniedException) {
            LOG.warn(
                    "SRV-0640 {} cannot be changed as a client wants: {}; the server's user needs"
                            + " the right to write there, or readonly is true again",
                    path,
                    e.toString());
            return new WriteRefused(403, "The server may not write here.");
        }
        LOG.warn(
                "SRV-0641 {} could not be written: {}; look whether the disk is full, and whether"
                        + " all of the directory is on one file system",
                path,
                e.toString());
        return new WriteRefused(507, "The server could not store it.");
    }
}
