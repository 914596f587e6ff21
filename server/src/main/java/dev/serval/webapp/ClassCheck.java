package dev.serval.webapp;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that the classes that descriptors name exist and have the right type, by their files
 * alone. Used once, by one thread. A class that extends an unknown one is not reported, since that
 * may exist when the application runs.
 */
final class ClassCheck {
    private static final Set<String> SERVLETS = names(Servlet.class);
    private static final Set<String> FILTERS = names(Filter.class);
    private static final Set<String> LISTENERS =
            names(
                    ServletContextListener.class,
                    ServletContextAttributeListener.class,
                    ServletRequestListener.class,
                    ServletRequestAttributeListener.class,
                    HttpSessionListener.class,
                    HttpSessionIdListener.class,
                    HttpSessionAttributeListener.class);
    private static final String OLD = "javax/servlet/";
    private static final String NEW = "jakarta/servlet/";

    private final WebXml xml;
    private final StoredClasses classes;
    private final Problems problems;
    private final Path legacy;

    /**
     * @param xml the merged descriptors of the application, without the defaults
     * @param legacy where its host has applications converted; null if nowhere
     */
    ClassCheck(WebXml xml, StoredClasses classes, Problems problems, Path legacy) {
        this.xml = xml;
        this.classes = classes;
        this.problems = problems;
        this.legacy = legacy;
    }

    /**
     * @param docBase of the application
     * @param shown its name in problems
     * @param jars whether it has libraries, which may register what no descriptor names
     */
    void look(Path docBase, String shown, boolean jars) throws IOException {
        Set<String> registered = new LinkedHashSet<>();
        boolean old = false;
        for (Definition servlet : xml.servlets().values()) {
            Setting type = servlet.settings().get(Definition.CLASS);
            boolean ours = FileServlet.is(servlet) || Contribution.isWebdav(servlet);
            if (type != null && servlet.enabled() && !ours && !Contribution.isPages(servlet)) {
                registered.add(type.value());
                old |= check(type, "servlet-class", SERVLETS, "Servlet");
            }
        }
        for (Definition filter : xml.filters().values()) {
            Setting type = filter.settings().get(Definition.FILTER_CLASS);
            if (type != null && Contribution.isUsed(filter, xml)) {
                registered.add(type.value());
                old |= check(type, "filter-class", FILTERS, "Filter");
            }
        }
        for (Setting listener : xml.listeners()) {
            registered.add(listener.value());
            old |= check(listener, "listener-class", LISTENERS, "listener of the Servlet API");
        }
        if (!old) {
            own(docBase, shown, registered, jars);
        }
    }

    /** Checks the application's own classes, which annotations may register. */
    private void own(Path docBase, String shown, Set<String> registered, boolean jars)
            throws IOException {
        Path directory = docBase.resolve("WEB-INF/classes");
        if (!Files.isDirectory(directory)) {
            return;
        }
        if (jars) {
            // An initializer of a library may register anything.
            registered.add(ServletContainerInitializer.class.getName());
        }
        Archive archive = Archive.classes(directory, shown + "/WEB-INF/classes");
        Optional<String> sentence =
                new JavaxServlet(classes, List.of(archive), List.of(), null, legacy)
                        .check(registered, problems);
        sentence.ifPresent(why -> problems.error(WebXmlReader.whole(shown), why));
    }

    /**
     * Whether it is for javax.servlet. A servlet is created late: the rest is served without it.
     */
    private boolean check(Setting type, String element, Set<String> kinds, String kind)
            throws IOException {
        String name = type.value().replace('.', '/');
        byte[] file = classes.read(name + ".class");
        if (file == null && TomcatManager.is(type.value())) {
            problems.error(type.at(), TomcatManager.sentence(type.value()));
            return false;
        }
        if (file == null) {
            String what =
                    element
                            + " "
                            + type.value()
                            + " is not there: it is neither in WEB-INF/classes nor in a jar of"
                            + " WEB-INF/lib";
            report(type, what, kinds == SERVLETS);
            return false;
        }
        ClassReferences references = ClassReferences.read(file);
        if (references.mentions(OLD) && !references.mentions(NEW)) {
            problems.error(type.at(), JavaxServlet.sentence(name + ".class", legacy));
            return true;
        }
        if (!mayBe(name, kinds)) {
            String what = element + " " + type.value() + " is no " + kind;
            report(type, what, kinds == SERVLETS);
        }
        return false;
    }

    private void report(Setting type, String what, boolean servlet) {
        if (servlet) {
            problems.warning(type.at(), what + "; requests for it will fail");
        } else {
            problems.error(type.at(), what);
        }
    }

    /** False if all its supertypes are known, and none of them is of these kinds. */
    private boolean mayBe(String name, Set<String> kinds) throws IOException {
        ClassFile file = new ClassFile(type -> false);
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(name));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (kinds.contains(next)) {
                return true;
            }
            // A class of the JDK is not one of the Servlet API.
            if (!seen.add(next) || next.startsWith("java/")) {
                continue;
            }
            byte[] bytes = classes.read(next + ".class");
            if (bytes == null) {
                return true;
            }
            try {
                file.read(bytes, bytes.length, (onClass, type, values) -> {});
            } catch (IOException e) {
                return true; // the scan of all classes reports it
            }
            Stream.concat(Stream.ofNullable(file.superName()), file.interfaces().stream())
                    .forEach(open::add);
        }
        return false;
    }

    private static Set<String> names(Class<?>... types) {
        return Stream.of(types)
                .map(type -> type.getName().replace('.', '/'))
                .collect(Collectors.toUnmodifiableSet());
    }
}
