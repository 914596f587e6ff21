package dev.serval.jsp;

import dev.serval.pages.PageEngine;
import dev.serval.pages.PageServlet;
import dev.serval.pages.PagedApplication;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.tomcat.InstanceManager;

/**
 * Apache's engine for one application. Thread-safe. The API works when an application starts; the
 * tag libraries are read at the first page, unless one of them has listeners, and the compiler is
 * loaded when a page has to be compiled.
 */
final class JasperEngine implements PageEngine {
    private final ScratchDirectories scratch;
    private volatile PagedApplication application;
    private boolean tagsAreKnown;

    JasperEngine(ScratchDirectories scratch) {
        this.scratch = scratch;
    }

    @Override
    public void begin(PagedApplication started) throws ServletException {
        application = started;
        ServletContext context = started.context();
        if (context.getResourcePaths("/WEB-INF/") == null) {
            return; // no code of its own: the first page provides them
        }
        provide();
        if (new TagListeners(started).areThere()) {
            readTags();
        }
    }

    /** Provides the objects of the API, and those for compiled pages. */
    private void provide() {
        ApiFactory.provide();
        ServletContext context = application.context();
        if (context.getAttribute(InstanceManager.class.getName()) == null) {
            context.setAttribute(
                    InstanceManager.class.getName(), new PageObjects(application.objects()));
        }
    }

    private synchronized void readTags() throws ServletException {
        if (!tagsAreKnown) {
            new ApplicationTags(application).onStartup(null, application.context());
            tagsAreKnown = true;
        }
    }

    /** A page is called, or has to be compiled at the start. */
    void beginPages() throws ServletException {
        provide();
        readTags();
    }

    ScratchDirectories scratch() {
        return scratch;
    }

    @Override
    public PageServlet servlet() {
        return new JasperServlet(this);
    }

    @Override
    public List<String> compile(Path directory, ClassLoader loader) throws IOException {
        return Precompiler.compile(directory, loader);
    }
}
