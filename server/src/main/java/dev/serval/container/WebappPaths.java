package dev.serval.container;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where the files of one web application are. Immutable.
 *
 * @param engine the name of its engine
 * @param host the name of its host
 * @param base the name of its descriptor, without extension: {@code foo#bar##2}
 * @param version empty when there is only one
 * @param source the WAR or directory that people know; null when it has none
 * @param docBase its directory; null when it has none; made from the source when that is a WAR
 * @param war whether the source is a WAR
 * @param appBase of its host; null when there is none
 * @param workDir its scratch directory; null when it has none
 * @param ownWorkDir whether nobody has said which one it is: then it goes with the application
 * @param descriptors the directory of descriptors of its host; null when there is none
 * @param deployXml whether the descriptor in the application counts
 * @param layout of the server
 */
record WebappPaths(
        String engine,
        String host,
        String base,
        String version,
        Path source,
        Path docBase,
        boolean war,
        Path appBase,
        Path workDir,
        boolean ownWorkDir,
        Path descriptors,
        boolean deployXml,
        Layout layout) {

    /** What tells its host from all others of the server (Servlet 6.1 §4.7). */
    String virtualServerName() {
        return engine + "/" + host;
    }

    /** Where the directory of a WAR is put away when it is not served; null for nowhere. */
    Path kept() {
        if (!war || layout.base() == null) {
            return null;
        }
        String plain = base.replace('#', '_');
        return docBase.getParent().resolveSibling(HostPaths.KEPT).resolve(plain);
    }

    /** The same application with its files elsewhere. */
    WebappPaths in(Path other) {
        return new WebappPaths(
                engine,
                host,
                base,
                version,
                source,
                other,
                war,
                appBase,
                workDir,
                ownWorkDir,
                descriptors,
                deployXml,
                layout);
    }

    /** The source as people know it: relative to the appBase when it lies there. */
    String shown() {
        if (source == null) {
            return "Java";
        }
        boolean inside = appBase != null && source.startsWith(appBase);
        return (inside ? appBase.relativize(source) : source).toString();
    }

    /**
     * {@code Context} elements outside of server.xml, whether or not they exist. Where a descriptor
     * of the host counts, the one in the application does not.
     *
     * @param discovered in the appBase; otherwise both may say what protects it, if the one in the
     *     application may count at all
     */
    Stream<Path> contextXmls(boolean discovered) {
        boolean replaced =
                (discovered || !deployXml)
                        && descriptor() != null
                        && Files.isRegularFile(descriptor());
        return Stream.concat(defaults(), Stream.of(replaced ? null : own(), descriptor()))
                .filter(Objects::nonNull);
    }

    /** Those that hold for all applications, whether or not they exist; the later counts more. */
    Stream<Path> defaults() {
        Path ofHost = descriptors == null ? null : descriptors.resolve("context.xml.default");
        return Stream.of(layout.conf("context.xml"), ofHost).filter(Objects::nonNull);
    }

    /** The descriptor in the application. */
    Path own() {
        return docBase.resolve("META-INF/context.xml");
    }

    /** The descriptor beside the configuration of the host, whether or not it exists; or null. */
    Path descriptor() {
        return descriptors == null ? null : descriptors.resolve(base + ".xml");
    }
}
