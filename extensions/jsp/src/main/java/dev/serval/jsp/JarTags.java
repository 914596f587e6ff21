package dev.serval.jsp;

import dev.serval.pages.TagLibraries;
import jakarta.servlet.ServletContext;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.TaglibDescriptor;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import org.apache.jasper.servlet.TldScanner;
import org.apache.tomcat.util.descriptor.tld.TaglibXml;
import org.apache.tomcat.util.descriptor.tld.TldParser;
import org.apache.tomcat.util.descriptor.tld.TldResourcePath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Reads the tag libraries of an application, in jars only those that the server has found. One
 * thread. A library that cannot be read is left out: only pages that use it fail.
 */
final class JarTags extends TldScanner {
    private static final Logger LOG = LoggerFactory.getLogger(JarTags.class);
    private static final String IN_A_JAR = "META-INF/taglib.tld";

    private final ServletContext context;
    private final List<TagLibraries> jars;
    private final TldParser parser;

    JarTags(
            ServletContext context,
            List<TagLibraries> jars,
            boolean namespaceAware,
            boolean validate,
            boolean blockExternal) {
        super(context, namespaceAware, validate, blockExternal);
        this.context = context;
        this.jars = jars;
        this.parser = new TldParser(namespaceAware, validate, blockExternal);
    }

    /** Reads the libraries of web.xml, under the names that it gives them (Pages 4.0 §7.3.6). */
    @Override
    protected void scanJspConfig() throws IOException {
        JspConfigDescriptor config = context.getJspConfigDescriptor();
        if (config == null) {
            return;
        }
        for (TaglibDescriptor named : config.getTaglibs()) {
            String uri = named.getTaglibURI();
            String place = named.getTaglibLocation();
            String path = place.startsWith("/") ? place : "/WEB-INF/" + place;
            URL url = context.getResource(path);
            if (url == null) {
                told(path, "it is not there, though web.xml names it for " + uri);
            } else if (!getUriTldResourcePathMap().containsKey(uri)) {
                add(uri, new TldResourcePath(url, path, path.endsWith(".jar") ? IN_A_JAR : null));
            }
        }
    }

    private void add(String uri, TldResourcePath path) {
        try {
            TaglibXml read = parser.parse(path);
            getUriTldResourcePathMap().put(uri, path);
            getTldResourcePathTaglibXmlMap().put(path, read);
            if (read.getListeners() != null) {
                getListeners().addAll(read.getListeners());
            }
        } catch (IOException | SAXException e) {
            told(shown(path), e);
        }
    }

    @Override
    public void scanJars() {
        for (TagLibraries libraries : jars) {
            Path jar = libraries.jar();
            for (String name : libraries.names()) {
                try {
                    parseTld(new TldResourcePath(jar.toUri().toURL(), within(jar), name));
                } catch (IOException e) {
                    told(jar + "!/" + name, e);
                }
            }
        }
    }

    /** Reads a library below WEB-INF or in a jar. */
    @Override
    protected void parseTld(TldResourcePath path) {
        try {
            super.parseTld(path);
        } catch (IOException | SAXException e) {
            told(shown(path), e);
        }
    }

    private static String shown(TldResourcePath path) {
        String file = path.getWebappPath() == null ? path.getUrl().getPath() : path.getWebappPath();
        return path.getEntryName() == null ? file : file + "!/" + path.getEntryName();
    }

    private void told(String file, Exception failure) {
        if (failure instanceof SAXParseException at) {
            String place = file + ":" + at.getLineNumber() + ":" + at.getColumnNumber();
            told(place, at.getMessage());
        } else {
            told(file, failure.toString());
        }
    }

    private void told(String place, String reason) {
        LOG.warn(
                "SRV-0671 The tag library {} of context '{}' cannot be read, pages that use it"
                        + " fail: {}",
                place,
                context.getContextPath(),
                reason);
    }

    /** The path of a jar in its application; null if it is elsewhere. */
    private String within(Path jar) throws IOException {
        String path = "/WEB-INF/lib/" + jar.getFileName();
        return context.getResource(path) == null ? null : path;
    }
}
