package dev.serval.servlet.request;

/** How a request has ended, for code that uses it too late (Servlet 6.1 §3.14). Immutable. */
public enum RequestOutcome {
    RETURNED("its call returned without startAsync"),
    COMPLETED("AsyncContext.complete was called"),
    DISPATCHED("the target of an asynchronous dispatch returned without startAsync"),
    TIMED_OUT("its asynchronous time was over"),
    FAILED("it failed"),
    REROUTED("a valve sent it back to routing"),
    UPGRADED("its connection was upgraded to another protocol");

    private final String words;

    RequestOutcome(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** The exception for use that comes too late. */
    static IllegalStateException late(StreamOwner owner) {
        return new IllegalStateException("Servlet 6.1 §3.14, §5.8: " + owner.lastWords());
    }
}
