package dev.serval.pages;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Executes the pages of one application, for which it is made. Its methods are called by one thread
 * at a time, with the class loader of the application.
 */
public interface PageEngine {
    /**
     * The application starts: called before its initializers, so that listeners of tag libraries
     * can be added. What only pages need may wait for the first of them.
     */
    void begin(PagedApplication application) throws ServletException;

    /**
     * A servlet for all pages to which requests lead; or, where its init parameter {@code jspFile}
     * names one, for that page alone.
     */
    PageServlet servlet();

    /**
     * Compiles all pages of a directory with an application into its WEB-INF, so that they need no
     * compiler when they are called.
     *
     * @param loader of its classes
     * @return what is wrong, each with the place of a page; empty when all are compiled
     */
    List<String> compile(Path application, ClassLoader loader) throws IOException;
}
