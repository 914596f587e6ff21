package dev.serval.jsp;

import dev.serval.pages.PagedApplication;
import dev.serval.pages.TagLibraries;
import jakarta.servlet.ServletContext;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Whether tag libraries may have listeners. Used at a start, so it loads nothing of the engine. */
final class TagListeners {
    private static final String LISTENER = "<listener";

    private final PagedApplication application;

    TagListeners(PagedApplication application) {
        this.application = application;
    }

    /**
     * Whether a library may have a listener, which is needed before the application starts: by a
     * search in the text, since reading all libraries takes a hundred times as long.
     */
    boolean areThere() {
        JspConfigDescriptor config = application.context().getJspConfigDescriptor();
        try {
            return config != null && !config.getTaglibs().isEmpty()
                    || mayListen("/WEB-INF/")
                    || jarsMayListen();
        } catch (IOException e) {
            return true; // the reader of all libraries reports the error
        }
    }

    private boolean mayListen(String directory) throws IOException {
        ServletContext context = application.context();
        Set<String> paths = context.getResourcePaths(directory);
        for (String path : paths == null ? Set.<String>of() : paths) {
            if (path.equals("/WEB-INF/classes/") || path.equals("/WEB-INF/lib/")) {
                continue; // Pages 4.0 §7.3.1
            }
            if (path.endsWith("/") ? mayListen(path) : path.endsWith(".tld") && names(path)) {
                return true;
            }
        }
        return false;
    }

    private boolean names(String path) throws IOException {
        try (InputStream in = application.context().getResourceAsStream(path)) {
            return in != null && names(in);
        }
    }

    private boolean jarsMayListen() throws IOException {
        for (TagLibraries libraries : application.libraries()) {
            try (ZipFile jar = new ZipFile(libraries.jar().toFile())) {
                for (String name : libraries.names()) {
                    ZipEntry entry = jar.getEntry(name);
                    if (entry != null && names(jar.getInputStream(entry))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** True also for an encoding with more than one byte per letter, where this is unknown. */
    private static boolean names(InputStream in) throws IOException {
        String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        return text.contains(LISTENER) || text.indexOf('\0') >= 0;
    }
}
