package dev.serval.jsp;

import dev.serval.pages.TagLibraries;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import org.apache.jasper.servlet.TldScanner;
import org.apache.tomcat.util.descriptor.tld.TldResourcePath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xml.sax.SAXException;

/** Reads tag libraries; which jars have any is known already. One thread. */
final class JarTags extends TldScanner {
    private static final Logger LOG = LoggerFactory.getLogger(JarTags.class);

    private final ServletContext context;
    private final List<TagLibraries> jars;

    JarTags(
            ServletContext context,
            List<TagLibraries> jars,
            boolean namespaceAware,
            boolean validate,
            boolean blockExternal) {
        super(context, namespaceAware, validate, blockExternal);
        this.context = context;
        this.jars = jars;
    }

    @Override
    public void scanJars() {
        for (TagLibraries libraries : jars) {
            Path jar = libraries.jar();
            for (String name : libraries.names()) {
                try {
                    URL url = jar.toUri().toURL();
                    parseTld(new TldResourcePath(url, within(jar), name));
                } catch (IOException | SAXException e) {
                    LOG.warn(
                            "SRV-0671 The tag library {}!/{} of context '{}' cannot be read, pages"
                                    + " do without it: {}",
                            jar,
                            name,
                            context.getContextPath(),
                            e.toString());
                }
            }
        }
    }

    /** The path of a jar in its application; null if it is elsewhere. */
    private String within(Path jar) throws IOException {
        String path = "/WEB-INF/lib/" + jar.getFileName();
        return context.getResource(path) == null ? null : path;
    }
}
