package dev.serval.files;

import java.io.IOException;
import java.util.function.Predicate;

/**
 * A set that appears at a path of the application. Immutable. Directories on the way there are
 * {@link #WAY} if no other set has them.
 */
final class MountedSet implements ResourceSet {
    /** A directory that is there for what is mounted below it. */
    static final Resource WAY =
            new Resource(Resource.ResourceType.DIRECTORY, null, 0, null, null, null);

    private final String mount;
    private final ResourceSet set;

    private MountedSet(String mount, ResourceSet set) {
        this.mount = mount;
        this.set = set;
    }

    /** Opens the configured set; throws IOException if it is not of the configured kind. */
    static ResourceSet of(Overlay overlay) throws IOException {
        ResourceSet set = open(overlay);
        return overlay.webAppMount().equals("/") ? set : new MountedSet(overlay.webAppMount(), set);
    }

    private static ResourceSet open(Overlay overlay) throws IOException {
        String mistake = overlay.mistake();
        if (mistake != null) {
            throw new IOException(mistake);
        }
        String inside = overlay.internalPath().substring(1);
        return switch (overlay.kind()) {
            case DIRECTORY -> new DirectorySet(overlay.directory(), overlay.allowLinking());
            case FILE -> new DirectorySet(overlay.base(), overlay.allowLinking());
            case ARCHIVE -> JarResources.open(overlay.base(), inside.isEmpty() ? "" : inside + "/");
            case EMPTY -> new EmptyResourceSet();
        };
    }

    @Override
    public Resource find(String name, boolean privateToo) {
        String inside = inside(name);
        if (inside != null) {
            return set.find(inside, privateToo);
        }
        return way(name) == null ? Resource.NOTHING : WAY;
    }

    @Override
    public boolean names(String name, Predicate<String> wanted) throws IOException {
        String inside = inside(name);
        if (inside != null) {
            return set.names(inside, wanted);
        }
        String next = way(name);
        return next == null || wanted.test(next);
    }

    /** The name in the set; null for one that is not below the mount. */
    private String inside(String name) {
        if (!name.startsWith(mount)) {
            return null;
        }
        String rest = name.substring(mount.length());
        return rest.isEmpty() ? "/" : rest.startsWith("/") ? rest : null;
    }

    /**
     * The next name on the way from a directory to the mount; null if the mount is not below the
     * directory.
     */
    private String way(String name) {
        String prefix = name.length() == 1 ? name : name + "/";
        if (!mount.startsWith(prefix)) {
            return null;
        }
        int end = mount.indexOf('/', prefix.length());
        return mount.substring(prefix.length(), end < 0 ? mount.length() : end);
    }

    @Override
    public void close() {
        set.close();
    }

    /** Tomcat's EmptyResourceSet. */
    private static final class EmptyResourceSet implements ResourceSet {
        @Override
        public Resource find(String name, boolean privateToo) {
            return Resource.NOTHING;
        }

        @Override
        public boolean names(String name, Predicate<String> wanted) {
            return true;
        }

        @Override
        public void close() {}
    }
}
