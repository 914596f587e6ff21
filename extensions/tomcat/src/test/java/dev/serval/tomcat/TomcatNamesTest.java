package dev.serval.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.extension.Extension;
import dev.serval.extension.Extensions;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.filters.CsrfPreventionFilter;
import org.apache.catalina.filters.RestCsrfPreventionFilter;
import org.junit.jupiter.api.Test;

class TomcatNamesTest {
    private static Path classes() throws URISyntaxException {
        return Path.of(
                TomcatNames.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void isFoundAsAnExtension() {
        assertThat(ServiceLoader.load(Extension.class))
                .hasAtLeastOneElementOfType(TomcatNames.class);
    }

    @Test
    void showsEveryPackageThatHasTomcatsName() throws IOException, URISyntaxException {
        Path classes = classes();
        try (Stream<Path> files = Files.walk(classes.resolve("org"))) {
            Set<String> packages =
                    files.filter(Files::isRegularFile)
                            .map(file -> classes.relativize(file.getParent()).toString())
                            .map(directory -> directory.replace('/', '.'))
                            .collect(Collectors.toSet());

            packages.add("dev.serval.filters");
            assertThat(new TomcatNames().api()).isEqualTo(packages);
        }
    }

    @Test
    void everyFilterOfTomcatsNameIsTheOneOfTheOtherJar() throws Exception {
        Path classes = classes().resolve("org/apache/catalina/filters");
        try (Stream<Path> files = Files.list(classes)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString().replace(".class", ""))
                            .filter(name -> !name.equals("package-info"))
                            .toList();
            assertThat(names).hasSize(15);
            for (String name : names) {
                Class<?> type = Class.forName("org.apache.catalina.filters." + name);
                assertThat(type.getSuperclass().getName()).isEqualTo("dev.serval.filters." + name);
                assertThat(type.getDeclaredMethods()).isEmpty();
            }
        }
    }

    @Test
    void attributesOfTomcatsFiltersHaveTomcatsNames() throws Exception {
        assertThat(attribute(new CsrfPreventionFilter()))
                .isEqualTo("org.apache.catalina.filters.CSRF_NONCE_PARAM_NAME");
        assertThat(attribute(new RestCsrfPreventionFilter()))
                .isEqualTo("org.apache.catalina.filters.CSRF_REST_NONCE_HEADER_NAME");
        assertThat(attribute(new dev.serval.filters.CsrfPreventionFilter()))
                .isEqualTo("dev.serval.filters.CSRF_NONCE_PARAM_NAME");
    }

    /** That of the application, which a filter sets when it begins. */
    private static String attribute(Filter filter) throws ServletException {
        List<String> set = new ArrayList<>();
        ServletContext context =
                proxy(
                        ServletContext.class,
                        (proxy, method, args) -> {
                            set.add((String) args[0]);
                            return null;
                        });
        filter.init(
                proxy(
                        FilterConfig.class,
                        (proxy, method, args) ->
                                switch (method.getName()) {
                                    case "getServletContext" -> context;
                                    case "getInitParameterNames" -> Collections.emptyEnumeration();
                                    default -> null;
                                }));
        assertThat(set).hasSize(1);
        return set.get(0);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        TomcatNamesTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void usesNothingOfTheServerButTheSpi() throws URISyntaxException {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        jdeps.run(writer, writer, "-verbose:package", classes().toString());
        Matcher used = Pattern.compile("-> (dev\\.serval\\.\\S+)").matcher(out.toString());
        Set<String> packages = new TreeSet<>();
        while (used.find()) {
            packages.add(used.group(1));
        }
        packages.remove("dev.serval.filters");

        assertThat(packages).contains("dev.serval.extension").isSubsetOf(Extensions.SPI);
    }
}
