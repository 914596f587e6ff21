package dev.serval.container;

import dev.serval.config.xml.LimitedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The managers of the installation, which stand in place of Tomcat's in a directory of Tomcat that
 * is served as it is: Tomcat's managers use internals of Tomcat. The Context of Tomcat's manager
 * applies to them, so they admit the same clients. Stateless.
 */
final class ManagerStandIn {
    private static final String TOMCATS = "org.apache.catalina.manager.";

    private ManagerStandIn() {}

    /**
     * The directory to be served.
     *
     * @param docBase of an application; may be null
     */
    static Path instead(Path docBase, Layout layout) {
        if (docBase == null || layout.home() == null || !layout.compatibility().isAdopted()) {
            return docBase;
        }
        Path webXml = docBase.resolve("WEB-INF/web.xml");
        if (!Files.isRegularFile(webXml)) {
            return docBase;
        }
        try {
            byte[] bytes = LimitedFile.read(webXml, LimitedFile.LARGE);
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            if (!text.contains(TOMCATS)) {
                return docBase;
            }
            String name = text.contains(TOMCATS + "host.") ? "host-manager" : "manager";
            Path shipped = layout.home().resolve("webapps").resolve(name).toAbsolutePath();
            return Files.isRegularFile(shipped.resolve("WEB-INF/web.xml")) ? shipped : docBase;
        } catch (IOException e) {
            return docBase; // the reader of the file reports why
        }
    }
}
