package dev.serval.tests;

import dev.serval.embed.Serval;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of {@link OutOfMemoryTest}, with a small heap: {@code /fill} takes all of it and lets
 * go. Arguments: the wire, the directory of the access log. Prints its port.
 */
final class HungryServer {
    private HungryServer() {}

    public static void main(String[] arguments) throws Exception {
        Wire wire = Wire.valueOf(arguments[0]);
        Settings settings = new Settings().connectionTimeout(1000).keepAliveTimeout(1000);
        Serval serval =
                Serval.onPort(0)
                        .connector(unchanged -> settings.config(wire))
                        .accessLog(Path.of(arguments[1]), "%r %s")
                        .servlet("/", "/*", new OneServlet.Given(HungryServer::answer))
                        .start();
        Runtime.getRuntime().addShutdownHook(new Thread(serval::close));
        System.out.println(serval.port());
        System.in.read();
    }

    private static void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (request.getRequestURI().equals("/fill")) {
            fill();
        }
        response.getWriter().print("hi");
    }

    /** Down to the last bytes. */
    private static void fill() {
        List<byte[]> all = new ArrayList<>(4_000_000);
        int size = 1 << 20;
        while (true) {
            try {
                all.add(new byte[size]);
            } catch (OutOfMemoryError e) {
                if (size == 16) {
                    throw e;
                }
                size /= 2;
            }
        }
    }
}
