package dev.serval.webapp;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.Problem;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.naming.NamingEntries;
import dev.serval.pages.TagLibraries;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.ContextBuilder;
import dev.serval.servlet.registration.Pages;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletSecurityElement;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A web application as its files describe it: read once, then contributed to the builder of a
 * context. Used by one thread. Reading never throws for the content of files: it collects problems,
 * and an application with an error among them is not to be served.
 *
 * <p>The sources, strongest first: WEB-INF/tomcat-web.xml, WEB-INF/web.xml or the file that its
 * context names instead, annotations of its classes, fragments each with the annotations of its
 * library, the defaults; then initializers, which run when the context starts.
 */
public final class WebApplication {
    private final Sources sources;
    private final ClassLoader loader;
    private final Problems problems = new Problems();
    private final Map<Initializers.Initializer, Set<Class<?>>> initializers = new LinkedHashMap<>();
    private final List<Path> resourceJars = new ArrayList<>();
    private WebXml xml;
    private Pages pages = Pages.NONE;
    private Optional<String> javax = Optional.empty();
    private List<Fragment> fragments = List.of();
    private Map<String, Optional<ServletSecurityElement>> annotated = Map.of();

    private WebApplication(Sources sources, ClassLoader loader) {
        this.sources = sources;
        this.loader = loader;
        this.xml = WebXml.empty(sources.name());
    }

    /**
     * Reads an application; makes its initializers and loads the classes that they ask for, nothing
     * else.
     *
     * @param loader of the application; its creator closes it
     */
    public static WebApplication read(Sources sources, ClassLoader loader) {
        WebApplication application = new WebApplication(sources, loader);
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            application.read();
        } catch (IOException e) {
            application.problems.error(WebXmlReader.whole(sources.name()), "cannot be read: " + e);
        } finally {
            ContextClassLoader.leave(before);
        }
        return application;
    }

    /** In the order in which they were found; those of the defaults are not among them. */
    public List<Problem> problems() {
        return List.copyOf(problems.all);
    }

    /** The problems that keep it from being served. */
    public List<Problem> errors() {
        return problems.all.stream()
                .filter(problem -> problem.severity() == Problem.Severity.ERROR)
                .toList();
    }

    /** Why it is one for Java EE, and what to do, in one sentence; empty for all others. */
    public Optional<String> needsJavax() {
        return javax;
    }

    /** The merged content of all its sources. */
    public WebXml xml() {
        return xml;
    }

    /**
     * The names that it sees below {@code java:comp/env}; adds the problems of values.
     *
     * @param bindings the entries of its context; web.xml replaces those that it may
     */
    public NamingEntries environment(Bindings bindings) {
        return Environment.of(xml, bindings, loader, problems);
    }

    /** The libraries that count, in the order of their fragments. */
    public List<String> orderedLibraries() {
        return fragments.stream().map(f -> f.archive().path().getFileName().toString()).toList();
    }

    /**
     * Adds everything to a context, its class loader too; call it once, and only without errors.
     * The path, the docBase and what the server's own configuration says are the caller's.
     *
     * @return the created context
     */
    public AppContext build(ContextBuilder builder) {
        new Contribution(xml, annotated, pages, problems).to(builder.classLoader(loader));
        initializers.forEach((found, types) -> builder.initializer(found.initializer(), types));
        resourceJars.forEach(builder::resourceJar);
        AppContext context = builder.build();
        if (xml.ordering() != Ordering.NONE || ordered()) {
            context.servletContext().setAttribute(ServletContext.ORDERED_LIBS, orderedLibraries());
        }
        return context;
    }

    private boolean ordered() {
        return fragments.stream().anyMatch(f -> f.xml().ordering() != Ordering.NONE);
    }

    private void read() throws IOException {
        WebXml main = main();
        ClassIndex index = new ClassIndex(loader, sources.indexes(), problems);
        List<Archive> libraries = new ArrayList<>();
        for (Path jar : jars()) {
            boolean unpacked = sources.docBase() != null && jar.startsWith(sources.docBase());
            libraries.add(Archive.jar(jar, shown(jar), unpacked ? sources.war() : null));
        }
        boolean all = !main.metadataComplete() && main.ordering().absolute() == null;
        index.look(libraries, sources.filter(), all);
        List<Fragment> everything = readFragments(main, libraries, index);
        if (problems.failed()) {
            return;
        }
        fragments = FragmentOrder.of(main, everything, problems);
        List<Archive> classes = new ArrayList<>();
        for (Path directory : sources.allClasses()) {
            if (Files.isDirectory(directory)) {
                classes.add(Archive.classes(directory, shown(directory)));
            }
        }
        List<Archive> counting = new ArrayList<>(classes);
        fragments.forEach(fragment -> counting.add(fragment.archive()));
        Initializers finder = new Initializers(loader, problems);
        List<Initializers.Initializer> found = finder.find(sources, counting, index);
        boolean asked = found.stream().anyMatch(f -> !f.types().isEmpty());
        if (asked || !main.metadataComplete()) {
            index.add(counting, sources.filter(), sources.name());
        }
        WebSocketEndpoints.report(
                found, index, asked || !main.metadataComplete(), classes, problems);
        Set<String> registered = merge(main, classes, index);
        pages(libraries, index);
        found.stream().filter(finder::isOwn).forEach(f -> registered.add(f.className()));
        List<Archive> inOrder = counting.subList(classes.size(), counting.size());
        javax =
                new JavaxServlet(loader, classes, inOrder, index, sources.legacyAppBase())
                        .check(registered, problems);
        Set<String> skipped = new HashSet<>();
        found.forEach(f -> initializers.put(f, finder.handled(f, index, skipped)));
        // The files of fragments that an absolute order excludes are served all the same (Servlet
        // 6.1 §10.5).
        Set<Fragment> withFiles = new LinkedHashSet<>(fragments);
        withFiles.addAll(everything);
        for (Fragment fragment : withFiles) {
            if (!index.files(fragment.archive()).resources().isEmpty()) {
                resourceJars.add(fragment.archive().path());
            }
        }
        problems.all.addAll(sources.defaults().errors());
        Contribution.check(xml, problems);
        TomcatManager.check(xml, loader, problems);
        MissingFilters.check(xml, loader, problems);
    }

    /**
     * @return the classes of servlets, filters and listeners that the application itself names
     */
    private Set<String> merge(WebXml main, List<Archive> classes, ClassIndex index) {
        boolean annotations = !main.metadataComplete();
        WebXml upper = main;
        Set<String> servlets = new HashSet<>(main.servlets().keySet());
        Set<String> filters = new HashSet<>(main.filters().keySet());
        for (Fragment fragment : fragments) {
            servlets.addAll(fragment.xml().servlets().keySet());
            filters.addAll(fragment.xml().filters().keySet());
        }
        AnnotationScan scan = new AnnotationScan(problems, servlets, filters);
        List<Archive> seen = new ArrayList<>();
        for (Archive archive : classes) {
            if (annotations) {
                upper = Merge.of(upper, annotations(scan, archive, index, seen), problems);
            }
        }
        Merge merge = new Merge(upper, problems);
        if (annotations) {
            for (Fragment fragment : fragments) {
                WebXml own = fragment.xml();
                if (!own.metadataComplete()) {
                    own =
                            Merge.of(
                                    own,
                                    annotations(scan, fragment.archive(), index, seen),
                                    problems);
                }
                merge.fragment(own);
            }
        }
        Set<String> registered = registered(merge.result());
        merge.defaults(sources.defaults().xml());
        if (hasServersPages()) {
            merge.defaults(PageMappings.DEFAULTS);
        }
        xml = merge.result();
        if (annotations) {
            multipart(index);
            annotated = SecurityAnnotations.of(xml, index, problems);
        } else {
            annotated = new LinkedHashMap<>();
            xml.servlets().keySet().forEach(name -> annotated.put(name, Optional.empty()));
        }
        return registered;
    }

    /** Whether the server executes pages; an application that brings an engine uses its own. */
    private boolean hasServersPages() {
        boolean brought =
                loader instanceof WebappClassLoader own && own.brings(ServerClasses.PAGES);
        return sources.pages() != null && !brought;
    }

    /** Determines what executes pages, and which pages. */
    private void pages(List<Archive> libraries, ClassIndex index) {
        if (!hasServersPages() || BroughtEngine.isNamed(xml, loader)) {
            pages = new Pages(null, List.of(), BroughtEngine.of(xml, loader));
            boolean mapped = BroughtEngine.isMapped(xml, loader);
            if (pages.brought() != null || mapped) {
                problems.pagesAreExecuted();
            }
            if (mapped) {
                xml = PageMappings.ofGroups(xml);
            }
            return;
        }
        problems.pagesAreExecuted();
        xml = PageMappings.ofGroups(xml);
        List<Archive> jars = new ArrayList<>(libraries);
        if (loader.getParent() instanceof SharedLoader shared) {
            shared.jars().forEach(jar -> jars.add(Archive.jar(jar, shown(jar), null)));
        }
        jars.removeIf(jar -> sources.filter().skipsTagLibraries(jar.path()));
        index.look(jars, sources.filter(), false);
        List<TagLibraries> tags = new ArrayList<>();
        for (Archive jar : jars) {
            List<String> names = index.files(jar).tagLibraries();
            if (!names.isEmpty()) {
                tags.add(new TagLibraries(jar.path(), names));
            }
        }
        pages = new Pages(sources.pages(), tags, null);
    }

    private static Set<String> registered(WebXml xml) {
        Set<String> names = new LinkedHashSet<>();
        for (Definition servlet : xml.servlets().values()) {
            String type = servlet.setting(Definition.CLASS);
            if (servlet.enabled()) {
                names.add(type == null ? servlet.name() : type);
            }
        }
        for (Definition filter : xml.filters().values()) {
            String type = filter.setting(Definition.FILTER_CLASS);
            names.add(type == null ? filter.name() : type);
        }
        xml.listeners().forEach(listener -> names.add(listener.value()));
        return names;
    }

    private static WebXml annotations(
            AnnotationScan scan, Archive archive, ClassIndex index, List<Archive> seen) {
        List<Archive> before = List.copyOf(seen);
        WebXml said =
                scan.of(
                        archive,
                        index.uses(archive),
                        type -> before.stream().anyMatch(each -> index.of(each).contains(type)));
        seen.add(archive);
        return said;
    }

    /** Reads the MultipartConfig of classes that a descriptor names. */
    private void multipart(ClassIndex index) {
        WebXml.Draft draft = new WebXml.Draft(xml);
        for (Definition servlet : xml.servlets().values()) {
            String type = servlet.setting(Definition.CLASS);
            if (type != null) {
                Map<String, Setting> settings = new LinkedHashMap<>(servlet.settings());
                AnnotationScan.multipart(
                        AnnotationScan.multipart(type, index), settings, servlet.at());
                draft.servlets.put(
                        servlet.name(),
                        new Definition(
                                servlet.name(), servlet.at(), settings, servlet.parameters()));
            }
        }
        xml = draft.toWebXml();
    }

    private WebXml main() throws IOException {
        WebXml own =
                sources.webXml() == null
                        ? descriptor("WEB-INF/web.xml")
                        : descriptor(sources.webXml());
        WebXml tomcat = descriptor("WEB-INF/tomcat-web.xml");
        if (tomcat == null) {
            return own == null ? WebXml.empty(sources.name()) : own;
        }
        if (own == null) {
            return tomcat;
        }
        Merge merge = new Merge(tomcat, problems);
        merge.defaults(own);
        WebXml.Draft both = new WebXml.Draft(merge.result());
        both.metadataComplete = own.metadataComplete() || tomcat.metadataComplete();
        both.version = own.version();
        if (tomcat.ordering() == Ordering.NONE) {
            both.ordering = own.ordering();
        }
        return both.toWebXml();
    }

    /** Null if it is not there, or has an error. */
    private WebXml descriptor(String name) throws IOException {
        if (sources.docBase() == null) {
            return null;
        }
        return descriptor(sources.docBase().resolve(name));
    }

    private WebXml descriptor(Path file) throws IOException {
        return Files.isRegularFile(file)
                ? WebXmlReader.webXml(
                        LimitedFile.read(file, LimitedFile.LARGE), shown(file), problems)
                : null;
    }

    private List<Fragment> readFragments(WebXml main, List<Archive> libraries, ClassIndex index) {
        boolean ignored = main.metadataComplete() && main.ordering().absolute() == null;
        List<Fragment> found = new ArrayList<>();
        for (Archive archive : libraries) {
            WebXml own = null;
            boolean none = ignored || !index.files(archive).has(ArchiveFiles.FRAGMENT);
            try {
                byte[] bytes = none ? null : archive.read(ArchiveFiles.FRAGMENT);
                if (bytes != null) {
                    String shown = archive.shown() + "!/" + ArchiveFiles.FRAGMENT;
                    own =
                            main.metadataComplete()
                                    ? nameOf(bytes, shown)
                                    : WebXmlReader.fragment(bytes, shown, problems);
                }
            } catch (IOException e) {
                problems.error(WebXmlReader.whole(archive.shown()), "cannot be read: " + e);
            }
            found.add(new Fragment(archive, own == null ? WebXml.empty(archive.shown()) : own));
        }
        return found;
    }

    /** An absolute order excludes initializers also where descriptors of fragments do not count. */
    private static WebXml nameOf(byte[] fragment, String shown) {
        WebXml read = WebXmlReader.fragment(fragment, shown, new Problems());
        WebXml.Draft named = new WebXml.Draft(WebXmlReader.whole(shown));
        named.name = read == null ? null : read.name();
        return named.toWebXml();
    }

    private Set<Path> jars() throws IOException {
        Set<Path> jars = new LinkedHashSet<>();
        Path lib = sources.docBase() == null ? null : sources.docBase().resolve("WEB-INF/lib");
        if (lib != null && Files.isDirectory(lib)) {
            List<Path> inside = new ArrayList<>();
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(lib, "*.jar")) {
                stream.forEach(inside::add);
            }
            inside.sort(null);
            jars.addAll(inside);
        }
        jars.addAll(sources.libraries());
        return jars;
    }

    private String shown(Path file) {
        boolean inside = sources.docBase() != null && file.startsWith(sources.docBase());
        return inside
                ? sources.name()
                        + "/"
                        + sources.docBase().relativize(file).toString().replace('\\', '/')
                : file.toString();
    }
}
