package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpSessionListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a configuration test says of the classes that descriptors name. */
class ClassesCheckedTest {
    private static final String CLASSES = "WEB-INF/classes/";

    @TempDir Path base;

    static class Plain {}

    static class InJar extends HttpServlet {
        private static final long serialVersionUID = 1;
    }

    static class Mine extends InJar {
        private static final long serialVersionUID = 1;
    }

    static class MyFilter extends HttpFilter {
        private static final long serialVersionUID = 1;
    }

    static class MyListener implements HttpSessionListener {}

    static class Gone {}

    static class OfGone extends Gone {}

    /** As what was compiled for Java EE: its file has the name of a class of that. */
    static class Old {
        String parent() {
            return "javax/servlet/http/HttpServlet";
        }
    }

    static class OldAnnotated {
        String annotation() {
            return "Ljavax/servlet/annotation/WebServlet;";
        }
    }

    @WebServlet("/x")
    static class Annotated extends HttpServlet {
        private static final long serialVersionUID = 1;
    }

    private static String file(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getClassLoader().getResourceAsStream(file(type))) {
            return in.readAllBytes();
        }
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /** Each element begins a line, from the second on. */
    private static byte[] webXml(String... elements) {
        return ("<web-app version='6.1'>\n" + String.join("\n", elements) + "\n</web-app>")
                .getBytes();
    }

    private static String servlet(String name, String type) {
        return "<servlet><servlet-name>"
                + name
                + "</servlet-name><servlet-class>"
                + type
                + "</servlet-class></servlet>";
    }

    private static String filter(String name, String type) {
        return "<filter><filter-name>"
                + name
                + "</filter-name><filter-class>"
                + type
                + "</filter-class></filter>";
    }

    private static String listener(String type) {
        return "<listener><listener-class>" + type + "</listener-class></listener>";
    }

    private static Map<String, byte[]> application(byte[] webXml, Class<?>... types)
            throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        if (webXml != null) {
            files.put("WEB-INF/web.xml", webXml);
        }
        for (Class<?> type : types) {
            files.put(CLASSES + file(type), bytes(type));
        }
        return files;
    }

    /** The problems as lines with severity, of a WAR and of the same as a directory. */
    private List<String> check(Map<String, byte[]> files) throws IOException {
        Files.createDirectories(base.resolve("webapps"));
        Files.write(base.resolve("webapps/shop.war"), zip(files));
        List<String> ofWar = lines("shop.war!");
        Files.delete(base.resolve("webapps/shop.war"));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = base.resolve("webapps/shop").resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        assertThat(lines("shop")).isEqualTo(ofWar);
        return ofWar;
    }

    private List<String> lines(String shown) throws IOException {
        Files.createDirectories(base.resolve("conf"));
        Path file = base.resolve("conf/server.xml");
        Files.writeString(
                file,
                "<Server><Service><Connector port='0'/><Engine defaultHost='localhost'>"
                        + "<Host name='localhost'/></Engine></Service></Server>");
        List<String> lines = new ArrayList<>();
        ConfigurationCheck.of(ServerXml.read(file, name -> null).config(), base, base)
                .forEach(
                        p ->
                                lines.add(
                                        p.severity()
                                                + " "
                                                + p.toString()
                                                        .replace("webapps/" + shown, "shop")));
        return lines;
    }

    @Test
    void whatIsInOrderIsSilent() throws IOException {
        Map<String, byte[]> files =
                application(
                        webXml(
                                servlet("a", Mine.class.getName()),
                                servlet("b", "jakarta.servlet.http.HttpServlet"),
                                servlet("files", "org.apache.catalina.servlets.DefaultServlet"),
                                servlet("jsp", "org.apache.jasper.servlet.JspServlet"),
                                servlet("unknown", OfGone.class.getName()),
                                filter("f", MyFilter.class.getName()),
                                filter("t", "org.apache.catalina.filters.NotMapped"),
                                listener(MyListener.class.getName())),
                        Mine.class,
                        MyFilter.class,
                        MyListener.class,
                        OfGone.class);
        files.put("WEB-INF/lib/in.jar", zip(Map.of(file(InJar.class), bytes(InJar.class))));
        assertThat(check(files)).isEmpty();
    }

    @Test
    void classesOfTheWrongKind() throws IOException {
        String plain = Plain.class.getName();
        assertThat(
                        check(
                                application(
                                        webXml(
                                                servlet("a", plain),
                                                filter("f", plain),
                                                listener(plain),
                                                filter("g", Mine.class.getName())),
                                        Plain.class,
                                        Mine.class,
                                        InJar.class)))
                .containsExactlyInAnyOrder(
                        "WARNING shop/WEB-INF/web.xml:2:40: servlet-class "
                                + plain
                                + " is no Servlet; requests for it will fail",
                        "ERROR shop/WEB-INF/web.xml:3:37: filter-class " + plain + " is no Filter",
                        "ERROR shop/WEB-INF/web.xml:4:1: listener-class "
                                + plain
                                + " is no listener of the Servlet API",
                        "ERROR shop/WEB-INF/web.xml:5:37: filter-class "
                                + Mine.class.getName()
                                + " is no Filter");
    }

    @Test
    void classesThatAreNotThere() throws IOException {
        String there =
                " is not there: it is neither in WEB-INF/classes nor in a jar of WEB-INF/lib";
        assertThat(
                        check(
                                application(
                                        webXml(
                                                servlet("a", "a.B"),
                                                filter("f", "a.C"),
                                                listener("a.D")))))
                .containsExactlyInAnyOrder(
                        "WARNING shop/WEB-INF/web.xml:2:40: servlet-class a.B"
                                + there
                                + "; requests for it will fail",
                        "ERROR shop/WEB-INF/web.xml:3:37: filter-class a.C" + there,
                        "ERROR shop/WEB-INF/web.xml:4:1: listener-class a.D" + there);
    }

    @Test
    void aManagerOfTomcat() throws IOException {
        assertThat(check(application(webXml(servlet("a", "org.apache.catalina.manager.X")))))
                .singleElement()
                .asString()
                .startsWith("ERROR shop/WEB-INF/web.xml:2:40: servlet-class")
                .contains("org.apache.catalina.manager.X works with the inside of Tomcat");
    }

    @Test
    void oneThatIsForJavaEe() throws IOException {
        assertThat(check(application(webXml(servlet("a", Old.class.getName())), Old.class)))
                .singleElement()
                .asString()
                .startsWith(
                        "ERROR shop/WEB-INF/web.xml:2:40: It needs javax.servlet ("
                                + file(Old.class)
                                + ")");
    }

    @Test
    void anApplicationWithoutDescriptorThatIsForJavaEe() throws IOException {
        Map<String, byte[]> files = application(null, OldAnnotated.class);
        files.put("WEB-INF/lib/in.jar", zip(Map.of(file(Plain.class), bytes(Plain.class))));
        assertThat(check(files))
                .singleElement()
                .asString()
                .startsWith("ERROR shop: It needs javax.servlet (");
    }

    @Test
    void annotationsOfTodayAreNotMissedInADescriptor() throws IOException {
        assertThat(check(application(null, Annotated.class, Old.class))).isEmpty();
    }

    @WebFilter(filterName = "ours", urlPatterns = "/x")
    static class NamedFilter extends HttpFilter {
        private static final long serialVersionUID = 1;
    }

    @Test
    void aFilterThatAnAnnotationDefinesMayBeMapped() throws IOException {
        byte[] webXml =
                webXml(
                        "<filter-mapping><filter-name>ours</filter-name>"
                                + "<url-pattern>/*</url-pattern></filter-mapping>");
        assertThat(check(application(webXml, NamedFilter.class)))
                .noneMatch(line -> line.contains("not defined"));
        Map<String, byte[]> files = application(webXml);
        files.put(
                "WEB-INF/lib/a.jar",
                zip(Map.of(file(NamedFilter.class), bytes(NamedFilter.class))));
        assertThat(check(files)).noneMatch(line -> line.contains("not defined"));
    }

    @Test
    void mountedClassesMayBeTheOnes() throws IOException {
        Map<String, byte[]> files = application(webXml(servlet("a", "a.B")));
        files.put(
                "META-INF/context.xml",
                ("<Context><Resources><PreResources"
                                + " className='org.apache.catalina.webresources.DirResourceSet'"
                                + " base='"
                                + base
                                + "' webAppMount='/WEB-INF/classes'/></Resources></Context>")
                        .getBytes());
        assertThat(check(files)).isEmpty();
    }
}
