package dev.serval.jsp;

import jakarta.servlet.jsp.JspFactory;
import org.apache.jasper.runtime.JspFactoryImpl;

/**
 * Provides the factory by which the API of pages gets the engine's objects (Pages 4.0 §12.2).
 * Stateless.
 */
final class ApiFactory {
    private ApiFactory() {}

    /** Provides one factory for all applications; it keeps no references to them. */
    static void provide() {
        synchronized (JspFactory.class) {
            if (JspFactory.getDefaultFactory() == null) {
                JspFactory.setDefaultFactory(new JspFactoryImpl());
            }
        }
    }
}
