package dev.serval.servlet;

import dev.serval.files.DefaultServlet;
import dev.serval.files.DefaultServletParameters;
import dev.serval.files.FastFile;
import dev.serval.files.FileCache;
import dev.serval.files.MimeTypes;
import dev.serval.files.ResourceRoot;
import dev.serval.files.WritableFiles;
import dev.serval.webdav.DavStore;
import dev.serval.webdav.WebdavParameters;
import dev.serval.webdav.WebdavServlet;
import jakarta.servlet.Servlet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servlets for the files of one context: the one behind everything, and those that a descriptor
 * gives other parameters and paths. For {@link AppContext}. Thread-safe once registered.
 */
final class FileServlets {
    private static final Logger LOG = LoggerFactory.getLogger(FileServlets.class);

    /** Tomcat's name of the one behind everything. */
    static final String DEFAULT = "default";

    private final List<FileCache> caches = new ArrayList<>();
    private final List<RegisteredServlet> registered = new ArrayList<>();
    private final Map<String, String> described;
    private final FileCache cache;
    private final FastFile fast;

    /**
     * Registers them all.
     *
     * @param root null when there are no files: nothing is registered then
     */
    FileServlets(
            ContextBuilder builder,
            AppContext context,
            ResourceRoot root,
            MimeTypes types,
            Registrations registrations) {
        described = Map.copyOf(builder.fileParameters);
        if (root == null) {
            cache = null;
            fast = null;
            return;
        }
        WritableFiles writable = new WritableFiles(root, caches);
        DavStore store = new DavStore();
        PathConstraints guard = new PathConstraints(context);
        builder.fileServlets.forEach(
                (name, parameters) -> {
                    FileCache own = new FileCache(root, types, builder.files);
                    DefaultServlet servlet =
                            new DefaultServlet(own, null, writable.of(own), guard::isOpen);
                    RegisteredServlet added = add(name, servlet, context, parameters);
                    caches.add(own);
                    registrations.add(added);
                    added.map(builder.servletMappings.getOrDefault(name, List.of()));
                });
        builder.webdavServlets.forEach(
                (name, parameters) -> {
                    FileCache own = new FileCache(root, types, builder.files);
                    WritableFiles files = writable.of(own);
                    DefaultServlet reading = new DefaultServlet(own, null, files, guard::isOpen);
                    WebdavServlet servlet = new WebdavServlet(reading, files, store, guard);
                    RegisteredServlet added = add(name, servlet, context, parameters);
                    caches.add(own);
                    registrations.add(added);
                    added.map(builder.servletMappings.getOrDefault(name, List.of()));
                });
        Map<String, RegisteredServlet> servlets = registrations.servletsByName();
        boolean taken = servlets.values().stream().anyMatch(s -> s.getMappings().contains("/"));
        cache = new FileCache(root, types, builder.files);
        caches.add(cache);
        // What is answered on the I/O thread no context is told of.
        boolean asked = taken || builder.admitted != null || builder.log != null;
        fast = asked ? null : new FastFile(cache);
        String name = servlets.containsKey(DEFAULT) ? "dev.serval.files" : DEFAULT;
        RegisteredServlet added =
                add(
                        name,
                        new DefaultServlet(cache, fast, writable.of(cache), guard::isOpen),
                        context,
                        builder.fileParameters);
        registrations.add(added);
        if (name.equals(DEFAULT)) {
            added.map(builder.servletMappings.getOrDefault(DEFAULT, List.of()));
        }
        if (!taken) {
            added.map(List.of("/"));
            registrations.yielding(added);
        }
    }

    private RegisteredServlet add(
            String name, Servlet servlet, AppContext context, Map<String, String> parameters) {
        String type = servlet.getClass().getName();
        RegisteredServlet added = new RegisteredServlet(context, name, type, null, servlet, 0);
        parameters.forEach(added::setInitParameter);
        registered.add(added);
        return added;
    }

    /** The files behind everything; null when there are none. */
    FileCache cache() {
        return cache;
    }

    /** Null if nothing may be answered on the I/O thread. */
    FastFile fast() {
        return fast;
    }

    /** Requests with a cookie of that name may belong to a session. */
    void sessionCookie(String name) {
        if (fast != null) {
            fast.sessionCookie(name);
        }
    }

    /** Names the parameters from programs that are not known; those of files were by then. */
    void warn(String path) {
        for (RegisteredServlet servlet : registered) {
            for (String name : servlet.getInitParameters().keySet()) {
                if (!described.containsKey(name)
                        && DefaultServletParameters.find(name) == null
                        && !WebdavParameters.isKnown(name)) {
                    LOG.warn(
                            "SRV-0628 init-param {} of servlet {} of context '{}' is not known; it"
                                    + " is ignored. Known: {}",
                            name,
                            servlet.getName(),
                            path,
                            String.join(", ", DefaultServletParameters.names()));
                }
            }
        }
    }

    void close() {
        caches.forEach(FileCache::close);
    }
}
