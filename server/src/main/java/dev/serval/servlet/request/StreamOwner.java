package dev.serval.servlet.request;

/** The owner of a body's stream. Called by any thread that uses the stream. */
public interface StreamOwner {
    /** How the request has ended, for use of the stream that comes too late. */
    String lastWords();

    /**
     * More was written than declared, and is dropped.
     *
     * @param declared in bytes
     */
    void tellExcess(long declared);
}
