package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.extension.ApplicationConverter.Profile;
import dev.serval.webapp.WarFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The places of the files of one web application. Immutable.
 *
 * @param engine the name of its engine
 * @param host the name of its host
 * @param base the name of its descriptor, without extension: {@code foo#bar##2}
 * @param version empty if there is only one
 * @param source the original WAR or directory; null if it has none
 * @param docBase its directory; null if it has none; unpacked from the source if that is a WAR
 * @param war whether the docBase is made of a WAR: the source, or the converted source
 * @param conversion how the source is converted first; null if it is not
 * @param appBase of its host; null if there is none
 * @param legacyAppBase of its host; null if there is none
 * @param workDir its scratch directory; null if it has none
 * @param ownWorkDir whether it is not configured: then it is removed with the application
 * @param descriptors the directory of descriptors of its host; null if there is none
 * @param deployXml whether the descriptor in the application is read
 * @param inherited attributes of a Context that its host gives it
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
        Profile conversion,
        Path appBase,
        Path legacyAppBase,
        Path workDir,
        boolean ownWorkDir,
        Path descriptors,
        boolean deployXml,
        Map<String, String> inherited,
        Layout layout) {

    /** Identifies its host within the server (Servlet 6.1 §4.7). */
    String virtualServerName() {
        return engine + "/" + host;
    }

    /** Where the directory of a WAR is set aside while not served; null if nowhere. */
    Path kept() {
        if (!war || layout.base() == null) {
            return null;
        }
        String plain = base.replace('#', '_');
        return docBase.getParent().resolveSibling(HostPaths.KEPT).resolve(plain);
    }

    /** Where its converted source is kept. */
    Path converted() {
        return docBase.getParent().resolveSibling(HostPaths.CONVERTED).resolve(base);
    }

    /** Removes what was written for it: its sessions, for example. */
    void removeWork() {
        if (conversion != null) {
            WarFiles.remove(converted());
        }
        if (ownWorkDir) {
            WarFiles.remove(workDir);
        }
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
                conversion,
                appBase,
                legacyAppBase,
                workDir,
                ownWorkDir,
                descriptors,
                deployXml,
                inherited,
                layout);
    }

    /** The source for display: relative to the appBase if it is inside. */
    String shown() {
        if (source == null) {
            return "Java";
        }
        boolean inside = appBase != null && source.startsWith(appBase);
        return (inside ? appBase.relativize(source) : source).toString();
    }

    /**
     * The {@code Context} elements outside of server.xml, whether or not they exist. A descriptor
     * of the host replaces the one in the application.
     *
     * @param discovered in the appBase; otherwise both may protect it, if the one in the
     *     application is read at all
     */
    Stream<Path> contextXmls(boolean discovered) {
        boolean replaced =
                (discovered || !deployXml)
                        && descriptor() != null
                        && Files.isRegularFile(descriptor());
        return Stream.concat(defaults(), Stream.of(replaced ? null : own(), descriptor()))
                .filter(Objects::nonNull);
    }

    /** The files for all applications, whether or not they exist; later ones override. */
    Stream<Path> defaults() {
        Path ofHost = descriptors == null ? null : descriptors.resolve("context.xml.default");
        return Stream.of(layout.conf("context.xml"), ofHost).filter(Objects::nonNull);
    }

    /** Files that a configuration names as in {@link ContextConfig#watched}. */
    List<Path> watched(List<String> names) {
        return names.stream()
                .map(
                        name ->
                                name.startsWith(ContextConfig.BASE)
                                        ? layout.resolve(
                                                name.substring(ContextConfig.BASE.length()))
                                        : docBase.resolve(name))
                .toList();
    }

    /** The directory of its own files, even if another one is served instead. */
    Path root() {
        return war || source == null ? docBase : source;
    }

    /** The descriptor in the application. */
    Path own() {
        return root().resolve("META-INF/context.xml");
    }

    /** The descriptor beside the configuration of the host, whether or not it exists; or null. */
    Path descriptor() {
        return descriptors == null ? null : descriptors.resolve(base + ".xml");
    }
}
