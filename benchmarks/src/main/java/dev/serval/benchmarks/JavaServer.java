package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A contender in this process: starts, prints its port, answers every line on its standard input
 * with the bytes used on the heap and in buffers after a collection, and ends with that input, so
 * that none outlives the driver.
 */
final class JavaServer {
    /** The property that says whether the endpoints of WebSocket are wanted. */
    static final String WEB_SOCKET = "serval.benchmarks.webSocket";

    /** The property that says whether it speaks AJP instead of HTTP. */
    static final String AJP = "serval.benchmarks.ajp";

    private JavaServer() {}

    /**
     * @param args the contender, the parts of the {@link Site}, and for TLS its kind and keystore
     */
    public static void main(String[] args) throws Exception {
        Site site =
                new Site(
                        Path.of(args[1]),
                        Path.of(args[2]),
                        Boolean.parseBoolean(args[3]),
                        args.length > 6 ? Encryption.in(args[6], Path.of(args[2])) : null,
                        Integer.parseInt(args[4]),
                        Integer.parseInt(args[5]),
                        Boolean.getBoolean(WEB_SOCKET));
        Contender contender = Contender.valueOf(args[0]);
        // By name, since each has only its own jars on the class path.
        EmbeddedServer server =
                (EmbeddedServer)
                        Class.forName("dev.serval.benchmarks." + contender.family().server)
                                .getDeclaredConstructor()
                                .newInstance();
        System.out.println(server.start(contender, site));
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        while (orders.readLine() != null) {
            System.out.println(used());
        }
        Runtime.getRuntime().halt(0);
    }

    private static long used() {
        System.gc();
        System.gc();
        long buffers = 0;
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            buffers += pool.getMemoryUsed();
        }
        return buffers + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
