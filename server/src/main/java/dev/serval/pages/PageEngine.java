package dev.serval.pages;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Executes the pages of one application, for which it is created. Its methods are called by one
 * thread at a time, with the class loader of the application.
 */
public interface PageEngine {
    /**
     * The application starts: called before its initializers, so that listeners of tag libraries
     * can be added. Work that only pages need may be deferred to the first page.
     */
    void begin(PagedApplication application) throws ServletException;

    /**
     * A servlet for all requested pages or, if its init parameter {@code jspFile} names a page, for
     * that page only.
     */
    PageServlet servlet();

    /**
     * Compiles all pages of a directory with an application into its WEB-INF, so that they need no
     * compiler when they are called.
     *
     * @param loader of its classes
     * @return the errors, each with the place in a page; empty if all pages are compiled
     */
    List<String> compile(Path application, ClassLoader loader) throws IOException;
}
