package dev.serval.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The directory whose files may be served, with the jars behind it and the overlays of a Context,
 * in Tomcat's order: PreResources, the directory, jars and JarResources, PostResources.
 * Thread-safe; accesses the disk.
 *
 * <p>A path names something only if its canonical path lies in the directory and is spelt exactly
 * as asked for: same case, no trailing dot or space that the file system forgives, no symbolic link
 * (CWE-41, CWE-59, CWE-178). WEB-INF and META-INF are never found, in any spelling and at any
 * depth, except by an application that dispatches to them (Servlet 6.1 §10.5). Anything that is
 * neither a file nor a directory, such as a fifo or a device, is never opened.
 *
 * <p>A name that the directory does not have is looked up under META-INF/resources of the jars, in
 * their order (Servlet 6.1 §4.6), by the same rules.
 */
public final class ResourceRoot implements AutoCloseable {
    private final List<ResourceSet> before;
    private final DirectorySet docBase;
    private final List<ResourceSet> behind;

    /**
     * @param docBase the directory; it may itself be reached by a link. When it does not exist
     *     nothing is found
     * @param allowLinking whether links in the directory are followed, also out of it
     */
    public ResourceRoot(Path docBase, boolean allowLinking) {
        this.before = List.of();
        this.docBase = new DirectorySet(docBase, allowLinking);
        this.behind = List.of();
    }

    /**
     * @param docBase null if there are jars only
     * @param jars with META-INF/resources or without; the first one that has a name wins
     * @throws IOException if a jar cannot be read; the message names it
     */
    public ResourceRoot(Path docBase, boolean allowLinking, List<Path> jars) throws IOException {
        this(docBase, allowLinking, jars, List.of());
    }

    /**
     * @param overlays the overlays before the directory, beside the jars, and behind all
     * @throws IOException if a jar cannot be read, or the base of an overlay is not there
     */
    public ResourceRoot(Path docBase, boolean allowLinking, List<Path> jars, List<Overlay> overlays)
            throws IOException {
        List<ResourceSet> first = new ArrayList<>();
        List<ResourceSet> last = new ArrayList<>();
        boolean all = false;
        try {
            open(overlays, Overlay.Order.PRE, first);
            last.addAll(JarResources.openAll(jars));
            open(overlays, Overlay.Order.JAR, last);
            open(overlays, Overlay.Order.POST, last);
            all = true;
        } finally {
            if (!all) {
                first.forEach(ResourceSet::close);
                last.forEach(ResourceSet::close);
            }
        }
        this.before = List.copyOf(first);
        this.docBase = docBase == null ? null : new DirectorySet(docBase, allowLinking);
        this.behind = List.copyOf(last);
    }

    private static void open(List<Overlay> overlays, Overlay.Order order, List<ResourceSet> sets)
            throws IOException {
        for (Overlay overlay : overlays) {
            if (overlay.order() == order) {
                sets.add(MountedSet.of(overlay));
            }
        }
    }

    /**
     * What a decoded and normalised path names. A path with a trailing slash names directories
     * only. Anything doubtful, from a dot segment to an I/O error, is not found.
     *
     * @param decodedPath starts with a slash
     */
    public Resource find(String decodedPath) {
        return find(decodedPath, false);
    }

    /** The same for an application that dispatches: into WEB-INF and META-INF too. */
    Resource findForDispatch(String decodedPath) {
        return find(decodedPath, true);
    }

    private Resource find(String decodedPath, boolean privateToo) {
        if (!SafePath.accepts(decodedPath, privateToo)) {
            return Resource.NOTHING;
        }
        boolean slash = decodedPath.endsWith("/");
        int end = slash ? decodedPath.length() - 1 : decodedPath.length();
        String name = end <= 1 ? "/" : decodedPath.substring(0, end);
        Resource found = first(before, name, privateToo);
        if (found.kind() == Resource.ResourceType.NOTHING && docBase != null) {
            found = docBase.find(name, privateToo);
        }
        if (found.kind() == Resource.ResourceType.NOTHING) {
            found = first(behind, name, privateToo);
        }
        if (found.kind() == Resource.ResourceType.NOTHING && isWay(name)) {
            found = MountedSet.WAY;
        }
        return slash && found.isFile() ? Resource.NOTHING : found;
    }

    /**
     * The resource that may be written: only in the directory itself, and with no link on the way,
     * even if readers may follow links.
     *
     * @param decodedPath without slash at the end, but for the root
     */
    Resource findToWrite(String decodedPath) {
        return docBase == null || !SafePath.accepts(decodedPath, false)
                ? Resource.NOTHING
                : docBase.findUnlinked(decodedPath);
    }

    /** The directory itself; null if there are jars and overlays only. */
    Path docBase() {
        return docBase == null ? null : docBase.base();
    }

    private static Resource first(List<ResourceSet> sets, String name, boolean privateToo) {
        for (ResourceSet set : sets) {
            Resource found = set.find(name, privateToo);
            if (found.kind() != Resource.ResourceType.NOTHING && found != MountedSet.WAY) {
                return found;
            }
        }
        return Resource.NOTHING;
    }

    /** Whether something is mounted below a name that no set has. */
    private boolean isWay(String name) {
        return before.stream().anyMatch(set -> set.find(name, false) == MountedSet.WAY)
                || behind.stream().anyMatch(set -> set.find(name, false) == MountedSet.WAY);
    }

    /**
     * The resource that precedes the directory, for the application's own code: WEB-INF and
     * META-INF too.
     *
     * @param name a path without slash at the end, but for the root
     */
    public Resource beforeDirectory(String name) {
        return before.isEmpty() || !SafePath.accepts(name, true)
                ? Resource.NOTHING
                : first(before, name, true);
    }

    /** The same for a resource behind the directory, mostly in jars. */
    public Resource behindDirectory(String name) {
        return behind.isEmpty() || !SafePath.accepts(name, true)
                ? Resource.NOTHING
                : first(behind, name, true);
    }

    /**
     * The whole paths of the members that a directory has in other places, for the application's
     * own code; directories end with a slash.
     */
    public Set<String> membersElsewhere(String name) throws IOException {
        Set<String> members = new TreeSet<>();
        String prefix = name.length() == 1 ? name : name + "/";
        for (List<ResourceSet> sets : List.of(before, behind)) {
            for (ResourceSet set : sets) {
                set.names(
                        name,
                        member -> {
                            Resource found = set.find(prefix + member, true);
                            if (found.isDirectory()) {
                                members.add(prefix + member + "/");
                            } else if (found.isFile()) {
                                members.add(prefix + member);
                            }
                            return true;
                        });
            }
        }
        return members;
    }

    /**
     * Passes the names of the members of a directory, in no order; the caller has to look each of
     * them up, since some may not be served. Stops if the caller needs no more.
     *
     * @param decodedPath of a directory, with its last slash
     * @param wanted takes a name and returns whether to pass another
     */
    void names(String decodedPath, Predicate<String> wanted) throws IOException {
        String name = decodedPath.substring(0, Math.max(1, decodedPath.length() - 1));
        List<ResourceSet> all = new ArrayList<>(before);
        if (docBase != null) {
            all.add(docBase);
        }
        all.addAll(behind);
        for (ResourceSet set : all) {
            if (!set.names(name, wanted)) {
                return;
            }
        }
    }

    /** Closes the jars; their files cannot be read any more. */
    @Override
    public void close() {
        before.forEach(ResourceSet::close);
        behind.forEach(ResourceSet::close);
    }
}
