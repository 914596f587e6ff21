package dev.serval.servlet;

import dev.serval.files.DefaultServlet;
import dev.serval.files.DefaultServletParameters;
import dev.serval.files.FastFile;
import dev.serval.files.FileCache;
import dev.serval.files.MimeTypes;
import dev.serval.files.ResourceRoot;
import dev.serval.files.WritableFiles;
import dev.serval.servlet.registration.MappingTable;
import dev.serval.servlet.registration.PageSources;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.Registrations;
import dev.serval.servlet.security.PathConstraints;
import dev.serval.webdav.DavStore;
import dev.serval.webdav.WebdavParameters;
import dev.serval.webdav.WebdavServlet;
import jakarta.servlet.Servlet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servlets for the files of one context: the default servlet, and those to which a descriptor
 * gives other parameters and paths. For {@link AppContext}. Thread-safe once registered.
 */
final class FileServlets {
    private static final Logger LOG = LoggerFactory.getLogger(FileServlets.class);

    private final List<FileCache> caches = new ArrayList<>();
    private final List<RegisteredServlet> registered = new ArrayList<>();
    private final Map<String, String> described;
    // The class that executes pages; null if the application brings none.
    private final String brought;
    private final FileCache cache;
    private final FastFile fast;

    /**
     * Registers them all.
     *
     * @param root null if there are no files: nothing is registered then
     */
    FileServlets(
            ContextDescription description,
            PathConstraints guard,
            ResourceRoot root,
            MimeTypes types,
            Registrations registrations) {
        GivenComponents given = description.given;
        described = Map.copyOf(given.fileParameters);
        brought = description.pages.brought();
        if (root == null) {
            cache = null;
            fast = null;
            return;
        }
        WritableFiles writable = new WritableFiles(root, caches);
        DavStore store = new DavStore();
        given.fileServlets.forEach(
                (name, parameters) -> {
                    FileCache own = new FileCache(root, types, description.files);
                    DefaultServlet servlet =
                            new DefaultServlet(own, null, writable.of(own), guard::isOpen);
                    RegisteredServlet added = add(name, servlet, registrations, parameters);
                    caches.add(own);
                    registrations.add(added);
                    added.map(given.servletMappings.getOrDefault(name, List.of()));
                });
        given.webdavServlets.forEach(
                (name, parameters) -> {
                    FileCache own = new FileCache(root, types, description.files);
                    WritableFiles files = writable.of(own);
                    DefaultServlet reading = new DefaultServlet(own, null, files, guard::isOpen);
                    WebdavServlet servlet = new WebdavServlet(reading, files, store, guard);
                    RegisteredServlet added = add(name, servlet, registrations, parameters);
                    caches.add(own);
                    registrations.add(added);
                    added.map(given.servletMappings.getOrDefault(name, List.of()));
                });
        Map<String, RegisteredServlet> servlets = registrations.servletsByName();
        boolean taken = servlets.values().stream().anyMatch(s -> s.getMappings().contains("/"));
        cache = new FileCache(root, types, description.files);
        caches.add(cache);
        // Requests that are served on the I/O thread are not reported to a context.
        boolean asked = taken || description.around != null || description.completion != null;
        fast = asked ? null : new FastFile(cache);
        String name =
                servlets.containsKey(Registrations.DEFAULT)
                        ? "dev.serval.files"
                        : Registrations.DEFAULT;
        RegisteredServlet added =
                add(
                        name,
                        new DefaultServlet(cache, fast, writable.of(cache), guard::isOpen),
                        registrations,
                        given.fileParameters);
        registrations.add(added);
        if (name.equals(Registrations.DEFAULT)) {
            added.map(given.servletMappings.getOrDefault(Registrations.DEFAULT, List.of()));
        }
        if (!taken) {
            added.map(List.of("/"));
            registrations.yielding(added);
        }
    }

    private RegisteredServlet add(
            String name, Servlet servlet, Registrations owner, Map<String, String> parameters) {
        String type = servlet.getClass().getName();
        RegisteredServlet added = new RegisteredServlet(owner, name, type, null, servlet, 0);
        parameters.forEach(added::setInitParameter);
        registered.add(added);
        return added;
    }

    /** The cache of the default servlet; null if there are no files. */
    FileCache cache() {
        return cache;
    }

    /** Null if nothing may be answered on the I/O thread. */
    FastFile fast() {
        return fast;
    }

    /** All servlets are known: what is the source of a page for one of them is no file. */
    void pages(Collection<RegisteredServlet> servlets, MappingTable mappings) {
        Predicate<String> sources = PageSources.of(servlets, mappings, brought);
        caches.forEach(each -> each.pages(sources));
    }

    /** Sets the name of the session cookie: requests with it may belong to a session. */
    void sessionCookie(String name) {
        if (fast != null) {
            fast.sessionCookie(name);
        }
    }

    /**
     * Warns of unknown parameters that programs have set; those of descriptors were checked before.
     */
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
