package dev.serval.valve;

import dev.serval.http.Exchange;
import jakarta.servlet.ServletException;
import java.io.IOException;

/**
 * What comes behind a {@link CallValve}. Used by the thread of the valve, while it is called; of
 * its methods {@link #proceed}, {@link #reroute} and {@link #refuse} one at most, once.
 */
public interface CallChain {
    /** How often a request may be sent back to routing: 10. */
    int MOST_REROUTES = 10;

    /** Calls the next valve, or behind the last one what answers the request. */
    void proceed() throws IOException, ServletException;

    /**
     * Sends the request back to routing when the valve has returned: from there all valves are
     * called again, and other applications may answer. Attributes of the request and fields of the
     * response stay, but for length and coding of its body, and its trailers. The eleventh time is
     * answered with 500. Throws IllegalStateException when the response is committed or some of the
     * body was read, and IllegalArgumentException for a target or host that no request may have.
     * What is committed or read after that is answered with 500 too.
     *
     * @param target path and query as they stand in a request line: {@code /a%20b?c=d}
     * @param host the virtual host, with or without a port; null for the one that it had
     */
    void reroute(String target, String host);

    /** How often this request was sent back to routing before: 0 to 10. */
    int reroutes();

    /** For what the Servlet API does not tell of; it is not to be answered by this. */
    Exchange exchange();

    /**
     * Answers with an error, of which the log tells, by the error page of the application where it
     * has one.
     *
     * @param status 400 to 599
     * @param reason for the log only: what was seen, in a few words
     */
    void refuse(int status, String reason) throws IOException;
}
