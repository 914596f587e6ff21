package dev.serval.servlet.request;

/** To whom a stream of a body belongs. Used by whichever thread uses the stream. */
public interface StreamOwner {
    /** What has become of it, for whoever uses the stream too late, and what is to be done. */
    String lastWords();

    /**
     * More was written than was declared, and is dropped.
     *
     * @param declared in bytes
     */
    void tellExcess(long declared);
}
