package dev.serval.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A web application with a descriptor and {@link Hello}. Stateless. */
final class WebApplication {
    private WebApplication() {}

    /** Makes it, unpacked, if it is not there. */
    static void create(Path directory) throws IOException {
        String name = Hello.class.getName().replace('.', '/') + ".class";
        Path hello = directory.resolve("WEB-INF/classes/" + name);
        if (Files.exists(hello)) {
            return;
        }
        Files.createDirectories(hello.getParent());
        try (InputStream in = Hello.class.getClassLoader().getResourceAsStream(name)) {
            Files.copy(in, hello);
        }
        Files.writeString(directory.resolve("WEB-INF/web.xml"), descriptor());
    }

    static String descriptor() {
        return """
        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
          <servlet>
            <servlet-name>hello</servlet-name>
            <servlet-class>%s</servlet-class>
          </servlet>
          <servlet-mapping>
            <servlet-name>hello</servlet-name>
            <url-pattern>%s</url-pattern>
          </servlet-mapping>
        </web-app>
        """
                .formatted(Hello.class.getName(), Servlets.HELLO);
    }
}
