package dev.serval.valve;

import dev.serval.http.Exchange;
import dev.serval.http.FormLimits;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import java.io.IOException;

/**
 * The chain behind a {@link CallValve}. Used by the thread of the valve, while it is called; at
 * most one of {@link #proceed}, {@link #reroute} and {@link #refuse} is called, once.
 */
public interface CallChain {
    /** How often a request may be sent back to routing: 10. */
    int MOST_REROUTES = 10;

    /** Calls the next valve, or after the last one the servlet or other target of the request. */
    void proceed() throws IOException, ServletException;

    /**
     * Sends the request back to routing once the valve has returned: then all valves are called
     * again, and other applications may answer. Attributes of the request and fields of the
     * response are kept, except length and coding of its body, and its trailers. The eleventh time
     * is answered with 500. Throws IllegalStateException if the response is committed or some of
     * the body was read, and IllegalArgumentException for an invalid target or host. A later commit
     * or read is answered with 500 too.
     *
     * @param target path and query as in a request line: {@code /a%20b?c=d}
     * @param host the virtual host, with or without a port; null for the present one
     */
    void reroute(String target, String host);

    /** Sets other limits for parameters and parts of the request; before any of them is read. */
    void limit(FormLimits limits);

    /**
     * Makes the request one of a session, as if the client had sent its id.
     *
     * @return false if there is no such session, and if the request has one already
     */
    boolean session(String id);

    /**
     * A cookie that ends the one by which the application knows sessions: with the same name, path
     * and other attributes, empty and without age.
     */
    Cookie sessionEnd();

    /** The name of the path parameter with the id of a session: {@code jsessionid} by default. */
    String sessionParameter();

    /**
     * The name that DNS has for the address of the client, if that name has the address too; else
     * the address, also when DNS does not answer within two seconds. Blocks until then.
     */
    String clientName();

    /** How often this request was sent back to routing before: 0 to 10. */
    int reroutes();

    /**
     * The routed path, decoded, normalised and relative to the application, without welcome files.
     * The whole path if no application answers.
     */
    String path();

    /** For information that the Servlet API lacks; a valve must not answer through it. */
    Exchange exchange();

    /**
     * Answers with an error, which is logged, using the error page of the application if it has
     * one.
     *
     * @param status 400 to 599
     * @param reason for the log only: the cause, in a few words
     */
    void refuse(int status, String reason) throws IOException;
}
