package dev.serval.config;

import dev.serval.builtin.resource.NamedDataSource;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An attribute {@code dataSourceName} of a Realm, a Store or a UserDatabase. Immutable.
 *
 * @param at its place
 * @param element the element in messages
 * @param name of the DataSource
 * @param local whether the DataSource is one of the application; otherwise it is one of
 *     GlobalNamingResources
 */
public record DataSourceUse(Location at, String element, String name, boolean local) {
    private static final String ENV = "java:comp/env/";

    /** The uses in the elements that were read, in order. */
    static List<DataSourceUse> in(Reading reading) {
        List<DataSourceUse> uses = new ArrayList<>();
        for (Reading.ReadElement read : reading.elements()) {
            Values values = read.values();
            Attribute<String> name = name(read);
            if (values.has(name)) {
                uses.add(
                        new DataSourceUse(
                                values.at(name),
                                read.table().element(),
                                values.get(name),
                                isLocal(read)));
            }
        }
        return uses;
    }

    /** The attribute of an element; it has no effect on a UserDatabase of a file. */
    private static Attribute<String> name(Reading.ReadElement read) {
        return read.table() == UserDatabaseReader.TABLE
                        && UserDatabaseReader.isOfTables(read.values())
                ? UserTablesReader.DATA_SOURCE
                : NamedDataSource.NAME;
    }

    /**
     * Warnings about local uses outside of a Context, where it is not known which applications have
     * a DataSource of that name.
     *
     * @param root of the file
     */
    static List<Problem> outsideOfContexts(XmlElement root, Reading reading) {
        List<Problem> problems = new ArrayList<>();
        Set<XmlElement> outside = null;
        for (Reading.ReadElement read : reading.elements()) {
            Values values = read.values();
            if (values.has(NamedDataSource.NAME) && isLocal(read)) {
                if (outside == null) {
                    outside = Collections.newSetFromMap(new IdentityHashMap<>());
                    addOutside(root, outside);
                }
                if (outside.contains(read.element())) {
                    problems.add(outsideOfContexts(read));
                }
            }
        }
        return problems;
    }

    private static Problem outsideOfContexts(Reading.ReadElement read) {
        return Problem.of(
                Severity.WARNING,
                read.values().at(read.table().attribute(NamedDataSource.LOCAL)),
                "localDataSource of "
                        + read.table().element()
                        + " needs a Context: outside of one "
                        + read.values().get(NamedDataSource.NAME)
                        + " is looked for in the application that asks, and there is none unless"
                        + " its Context has a Resource or a ResourceLink of that name");
    }

    private static void addOutside(XmlElement element, Set<XmlElement> outside) {
        if (!element.name.equals("Context")) {
            outside.add(element);
            element.children.forEach(child -> addOutside(child, outside));
        }
    }

    private static boolean isLocal(Reading.ReadElement read) {
        Attribute<?> local = read.table().attribute(NamedDataSource.LOCAL);
        return local != null && Boolean.TRUE.equals(read.values().get(local));
    }

    /**
     * An error if GlobalNamingResources has nothing of this name; null if it has, or if the
     * DataSource is local.
     */
    public Problem missing(Collection<String> globals) {
        if (local || globals.contains(name)) {
            return null;
        }
        return Problem.of(
                Severity.ERROR,
                at,
                said()
                        + "GlobalNamingResources of server.xml has no Resource of that name"
                        + NearestName.hint(name, new TreeSet<>(globals)));
    }

    /**
     * A warning if a Context has nothing of this name, since the application may declare it itself;
     * null if it has, or if the DataSource is not local.
     *
     * @param path of the application
     * @param names below java:comp/env
     */
    public Problem missing(String path, Collection<String> names) {
        String own = name.startsWith(ENV) ? name.substring(ENV.length()) : name;
        if (!local || own.startsWith("java:") || names.contains(own)) {
            return null;
        }
        return Problem.of(
                Severity.WARNING,
                at,
                said()
                        + "the Context \""
                        + path
                        + "\" has no Resource of that name"
                        + NearestName.hint(own, new TreeSet<>(names))
                        + "; it is there only if the application declares it itself");
    }

    private String said() {
        return "dataSourceName of " + element + " is \"" + name + "\", but ";
    }
}
