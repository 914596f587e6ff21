package dev.serval.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How the extension is used. The documentation shows parts of this class. */
class ExampleTest {
    // snippet: junit
    @RegisterExtension
    static final ServalExtension SERVAL =
            ServalExtension.serving(serval -> serval.servlet("/app", "/hello/*", new Hello()));

    @Test
    void saysHello(URI base) throws IOException {
        try (InputStream answer = base.resolve("/app/hello/you").toURL().openStream()) {
            assertThat(answer).hasContent("Hello, you!");
        }
    }

    // end

    @Nested
    class SharesTheServer {
        @Test
        void withTheClassAroundIt(Serval serval) {
            assertThat(serval.webApplications()).containsExactly("/app");
        }
    }

    static final class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print("Hello, " + request.getPathInfo().substring(1) + "!");
        }
    }
}
