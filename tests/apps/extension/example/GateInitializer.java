package example;

import example.api.Gate;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/**
 * Gives every application a gate: {@code /gate/wait}, {@code /gate/open} and, which does not wait,
 * {@code /gate/size}.
 */
final class GateInitializer implements ServletContainerInitializer {
    @Override
    public void onStartup(Set<Class<?>> types, ServletContext context) {
        context.addServlet("gate", new GateServlet()).addMapping("/gate/*");
    }

    private static final class GateServlet extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            byte[] body = request.getInputStream().readAllBytes();
            if (request.getPathInfo().equals("/open")) {
                Gate.open(1);
            } else if (request.getPathInfo().equals("/wait")) {
                try {
                    Gate.pass();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            response.getWriter()
                    .write(
                            request.getPathInfo()
                                    + " "
                                    + request.getRemoteUser()
                                    + " "
                                    + body.length);
        }
    }
}
