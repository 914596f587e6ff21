package dev.serval.servlet.registration;

import dev.serval.pages.PageEngine;
import dev.serval.pages.PageServlet;
import dev.serval.pages.PagedApplication;
import dev.serval.pages.TagLibraries;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.List;

/**
 * Who executes the pages of an application. Immutable.
 *
 * @param engine of the server; null if it has none, or the application brings one
 * @param libraries jars with tag libraries
 * @param brought the class of the servlet that the application brings for it; null if there is none
 */
public record Pages(PageEngine engine, List<TagLibraries> libraries, String brought) {
    /** Nobody. */
    public static final Pages NONE = new Pages(null, List.of(), null);

    /** The application starts. */
    void begin(ServletContext context, Components components) throws ServletException {
        if (engine != null) {
            engine.begin(new PagedApplication(context, libraries, components));
        }
    }

    /** A servlet of the server's for pages: the engine's, else one that answers 501. */
    public PageServlet servlet() {
        return engine == null ? new MissingPages() : engine.servlet();
    }
}
