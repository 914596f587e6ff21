package dev.serval.pages;

import jakarta.servlet.ServletException;

/**
 * Begins and ends objects of an application as the server does with its servlets: injection,
 * PostConstruct, PreDestroy (Servlet 6.1 §15.5). Thread-safe.
 */
public interface ApplicationObjects {
    /**
     * Injects into an object that the caller has created, and calls its PostConstruct.
     *
     * @param what for messages: servlet, tag
     */
    void begin(Object made, String what) throws ServletException;

    /** The object goes out of service: calls its PreDestroy, once. */
    void end(Object made);
}
