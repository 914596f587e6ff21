package dev.serval.webapp;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.Problem;
import dev.serval.session.SessionSettings;
import dev.serval.settings.Location;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.ZipException;

/**
 * Reads the descriptors of one application as its deployment does, and the classes that descriptors
 * name; annotations count where a name is defined nowhere else. Used by one thread. Loads no class,
 * and leaves no file behind.
 */
public final class DescriptorCheck {
    private static final String FRAGMENT = "META-INF/web-fragment.xml";

    private final Path docBase;
    private final String shown;
    private final Path webXml;
    private final ClassLoader parent;
    private final Set<String> bound;
    private final Function<UnaryOperator<SessionSettings>, String> cookie;
    private final Function<Setting, List<Problem>> login;
    private final Path legacy;
    private final Problems problems = new Problems();

    private DescriptorCheck(
            Path docBase,
            String shown,
            Path webXml,
            ClassLoader parent,
            Set<String> bound,
            Function<UnaryOperator<SessionSettings>, String> cookie,
            Function<Setting, List<Problem>> login,
            Path legacy) {
        this.docBase = docBase;
        this.shown = shown;
        this.webXml = webXml;
        this.parent = parent;
        this.bound = bound;
        this.cookie = cookie;
        this.login = login;
        this.legacy = legacy;
    }

    /**
     * The problems of the descriptors, file by file.
     *
     * @param docBase the directory of the application, or the root of its WAR opened as a file
     *     system
     * @param shown its name in problems, before the name of a file in it
     * @param webXml the file that replaces WEB-INF/web.xml; null if there is none
     * @param parent the loader of what all applications see; null if classes are not checked, since
     *     there may be others than those in the application
     * @param defaults the defaults of all applications; their own problems are not in the result
     * @param bound the names that the Context and the server have for it, as {@link Environment}
     *     knows them
     * @param cookie returns the error of the session cookie, given a function by which descriptors
     *     change the default settings; null if there are none
     * @param login returns the error of an auth-method
     * @param legacy where its host has applications converted; null if nowhere
     */
    public static List<Problem> of(
            Path docBase,
            String shown,
            Path webXml,
            ClassLoader parent,
            DefaultDescriptors defaults,
            Set<String> bound,
            Function<UnaryOperator<SessionSettings>, String> cookie,
            Function<Setting, List<Problem>> login,
            Path legacy) {
        DescriptorCheck check =
                new DescriptorCheck(docBase, shown, webXml, parent, bound, cookie, login, legacy);
        try (LibraryFiles libraries = new LibraryFiles()) {
            check.read(defaults, libraries);
        } catch (IOException e) {
            check.problems.error(new Location(shown, 0, 0), "cannot be read: " + e);
        }
        return List.copyOf(check.problems.all);
    }

    private void read(DefaultDescriptors defaults, LibraryFiles files) throws IOException {
        look(defaults, files);
        if (defaults.haveEngine()) {
            problems.pagesAreExecuted();
        }
    }

    private void look(DefaultDescriptors defaults, LibraryFiles files) throws IOException {
        WebXml tomcat = descriptor("WEB-INF/tomcat-web.xml");
        WebXml own =
                webXml == null
                        ? descriptor("WEB-INF/web.xml")
                        : descriptor(webXml, webXml.toString());
        WebXml main = tomcat != null ? tomcat : own != null ? own : WebXml.empty(shown);
        boolean complete = main.metadataComplete() || own != null && own.metadataComplete();
        List<Fragment> everything = fragments(complete, files);
        boolean failed = problems.failed();
        List<Fragment> fragments =
                failed
                        ? everything
                        : FragmentOrder.of(own != null ? own : main, everything, problems);
        if (tomcat != null && own != null) {
            Merge both = new Merge(tomcat, problems);
            both.defaults(own);
            main = both.result();
        }
        List<Fragment> counting = complete ? List.of() : fragments;
        Problems found = new Problems();
        WebXml xml = merged(main, counting, null, found);
        if (parent != null) {
            List<Path> jars = everything.stream().map(each -> each.archive().path()).toList();
            try (StoredClasses classes = new StoredClasses(docBase, jars, parent)) {
                new ClassCheck(xml, classes, problems, legacy)
                        .look(docBase, shown, !jars.isEmpty());
            }
        }
        WebXml all = names(xml, defaults, found);
        Setting method = all.settings().get(WebXml.LOGIN);
        if (method != null) {
            problems.all.addAll(login.apply(method));
        }
        if (failed) {
            return; // other parts may refer to what could not be read
        }
        cookie(all);
        all.references().values().forEach(each -> Environment.warn(each, bound, problems));
        List<Archive> libraries = everything.stream().map(Fragment::archive).toList();
        Problems pages = FormPages.missing(xml, docBase, libraries);
        if ((found.failed() || !pages.all.isEmpty()) && !complete) {
            // An annotation may define it.
            found = new Problems();
            AnnotationScan scan =
                    new AnnotationScan(found, xml.servlets().keySet(), xml.filters().keySet());
            WebXml annotated = merged(main, counting, scan, found);
            names(annotated, defaults, found);
            pages = FormPages.missing(annotated, docBase, libraries);
        }
        if (parent != null || complete) {
            problems.addAll(found);
        }
        if (parent != null) {
            problems.addAll(pages);
        }
    }

    /** Adds the defaults, and checks references. */
    private static WebXml names(WebXml xml, DefaultDescriptors defaults, Problems problems) {
        Merge merge = new Merge(xml, problems);
        merge.defaults(defaults.xml());
        Contribution.check(merge.result(), problems);
        return merge.result();
    }

    private void cookie(WebXml xml) {
        String wrong = cookie.apply(given -> Contribution.sessions(xml, given));
        if (wrong != null) {
            Setting sameSite = xml.settings().get(Contribution.SAME_SITE);
            problems.warning(sameSite == null ? WebXmlReader.whole(shown) : sameSite.at(), wrong);
        }
    }

    /**
     * All sources but the defaults.
     *
     * @param scan reads annotations; null if they do not count
     */
    private WebXml merged(WebXml main, List<Fragment> fragments, AnnotationScan scan, Problems to) {
        Path classes = docBase.resolve("WEB-INF/classes");
        WebXml upper = main;
        if (scan != null && Files.isDirectory(classes)) {
            Archive archive = Archive.classes(classes, shown + "/WEB-INF/classes");
            upper = Merge.of(upper, annotations(scan, archive, to), to);
        }
        Merge merge = new Merge(upper, to);
        for (Fragment fragment : fragments) {
            WebXml own = fragment.xml();
            if (scan != null && !own.metadataComplete()) {
                own = Merge.of(own, annotations(scan, fragment.archive(), to), to);
            }
            merge.fragment(own);
        }
        return merge.result();
    }

    private static WebXml annotations(AnnotationScan scan, Archive archive, Problems problems) {
        List<AnnotationUse> uses = ArchiveScan.scan(archive, true, problems).uses();
        return scan.of(archive, uses, name -> false);
    }

    /** Null if the file is not there, or could not be read at all. */
    private WebXml descriptor(String name) throws IOException {
        return descriptor(docBase.resolve(name), shown + "/" + name);
    }

    private WebXml descriptor(Path file, String name) throws IOException {
        return Files.isRegularFile(file)
                ? WebXmlReader.asFarAsRead(
                        LimitedFile.read(file, LimitedFile.LARGE), name, false, problems)
                : null;
    }

    private List<Fragment> fragments(boolean complete, LibraryFiles libraries) throws IOException {
        List<Fragment> fragments = new ArrayList<>();
        for (Path jar : libraries.fitting(Jars.in(docBase.resolve("WEB-INF/lib")))) {
            String name = shown + "/WEB-INF/lib/" + jar.getFileName();
            try {
                Archive archive = Archive.jar(libraries.of(jar), name);
                byte[] bytes = archive.read(FRAGMENT);
                WebXml xml = null;
                if (bytes != null && !complete) {
                    xml = WebXmlReader.asFarAsRead(bytes, name + "!/" + FRAGMENT, true, problems);
                }
                fragments.add(new Fragment(archive, xml == null ? WebXml.empty(name) : xml));
            } catch (ZipException | EOFException e) {
                problems.error(
                        new Location(name, 0, 0), "is not a complete JAR file: " + e.getMessage());
            } catch (IOException e) {
                problems.error(new Location(name, 0, 0), "cannot be read: " + e.getMessage());
            }
        }
        return fragments;
    }
}
