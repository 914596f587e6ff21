package dev.serval.jsp;

import dev.serval.pages.PagedApplication;
import jakarta.servlet.ServletContext;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.jasper.servlet.JasperInitializer;
import org.apache.jasper.servlet.TldScanner;

/**
 * The tag libraries of an application: those below WEB-INF, in its descriptor, and in its jars,
 * where the server has found them. One thread.
 */
final class ApplicationTags extends JasperInitializer {
    // It warns of schemas of XML itself, which are not needed. The level lasts as long as this
    // object.
    private static final Logger SCHEMAS =
            Logger.getLogger("org.apache.tomcat.util.descriptor.DigesterFactory");

    static {
        quiet();
    }

    private final PagedApplication application;

    ApplicationTags(PagedApplication application) {
        this.application = application;
    }

    @Override
    protected TldScanner newTldScanner(
            ServletContext context, boolean namespaceAware, boolean validate, boolean block) {
        return new JarTags(context, application.libraries(), namespaceAware, validate, block);
    }

    /** Called before a descriptor is read. */
    static void quiet() {
        SCHEMAS.setLevel(Level.SEVERE);
    }
}
