package dev.serval.container;

import dev.serval.config.ContextNames;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where the files of one web application are. Immutable.
 *
 * @param host the name of its host
 * @param docBase its directory; null when it has none
 * @param appBase of its host; null when there is none
 * @param workDir its scratch directory; null when it has none
 * @param descriptors the directory of descriptors of its host; null when there is none
 * @param layout of the server
 */
record Place(
        String host, Path docBase, Path appBase, Path workDir, Path descriptors, Layout layout) {

    /** The directory as people know it: relative to the appBase when it lies there. */
    String shown() {
        boolean inside = appBase != null && docBase.startsWith(appBase);
        return (inside ? appBase.relativize(docBase) : docBase).toString();
    }

    /** Files that may say what protects the application, whether or not they exist. */
    Stream<Path> webXmls() {
        return Stream.of(
                        layout.conf("web.xml"),
                        docBase.resolve("WEB-INF/web.xml"),
                        docBase.resolve("WEB-INF/tomcat-web.xml"))
                .filter(Objects::nonNull);
    }

    /** The same for {@code Context} elements outside of server.xml. */
    Stream<Path> contextXmls(String path) {
        Path own =
                descriptors == null
                        ? null
                        : descriptors.resolve(ContextNames.directory(path) + ".xml");
        return Stream.of(layout.conf("context.xml"), docBase.resolve("META-INF/context.xml"), own)
                .filter(Objects::nonNull);
    }
}
