package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileServletsTest {
    @TempDir Path base;

    @Test
    void aProgramMaySetAnInitParamAndABadOneKeepsTheContextFromStarting() {
        AppContext context = builder().initializer(FileServletsTest::set, Set.of()).build();

        assertThatThrownBy(context::start)
                .isInstanceOf(ServletException.class)
                .hasMessageContaining("init-param listings is true or false, not 'perhaps'");
    }

    private static void set(Set<Class<?>> none, jakarta.servlet.ServletContext context) {
        assertThat(
                        context.getServletRegistration("default")
                                .setInitParameter("listings", "perhaps"))
                .isTrue();
    }

    @Test
    void aFurtherServletHasPatternsAndParametersOfItsOwn() throws Exception {
        AppContext context =
                builder()
                        .fileParameter("debug", "1")
                        .fileServlet("downloads", Map.of("sendfileSize", "-1"))
                        .servletMapping("downloads", "/d/*")
                        .build();
        context.start();
        try {
            assertThat(context.fastFile()).isNotNull();
            assertThat(
                            context.servletContext()
                                    .getServletRegistration("default")
                                    .getInitParameters())
                    .containsExactly(Map.entry("debug", "1"));
            assertThat(context.servletContext().getServletRegistration("default").getMappings())
                    .containsExactly("/");
            assertThat(
                            context.servletContext()
                                    .getServletRegistration("downloads")
                                    .getInitParameters())
                    .containsExactly(Map.entry("sendfileSize", "-1"));
            assertThat(context.servletContext().getServletRegistration("downloads").getMappings())
                    .containsExactly("/d/*");
        } finally {
            context.stop();
        }
    }

    private ContextBuilder builder() {
        return AppContext.builder("").docBase(base);
    }
}
