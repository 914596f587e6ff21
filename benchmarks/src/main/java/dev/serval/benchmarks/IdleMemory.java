package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * What an idle connection costs: opens many to every server in turn, has a request answered on
 * each, and compares the memory of the server's process, on the heap and in buffers after a
 * collection, and of the whole process (RSS), with that before.
 *
 * <p>System property: {@code connections} (10000).
 */
public final class IdleMemory {
    private static final byte[] REQUEST =
            "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    // A warm server has all of its own buffers and classes.
    private static final int WARM = 500;

    private final int connections = Integer.getInteger("connections", 10_000);
    private final Path keystore;

    private IdleMemory(Path keystore) {
        this.keystore = keystore;
    }

    /**
     * @param args the servers; none means all
     */
    public static void main(String[] args) throws Exception {
        List<IdleServer> servers =
                args.length == 0
                        ? List.of(IdleServer.values())
                        : Arrays.stream(args).map(IdleServer::valueOf).toList();
        Path directory = Files.createTempDirectory("serval-idle");
        Path keystore = directory.resolve("keys.p12");
        try {
            makeKey(keystore);
            IdleMemory memory = new IdleMemory(keystore);
            System.out.printf(
                    "%d idle connections, Java %s, bytes per connection%n",
                    memory.connections, System.getProperty("java.version"));
            System.out.println("                 heap and buffers      RSS");
            for (IdleServer server : servers) {
                memory.measure(server, false);
                memory.measure(server, true);
            }
        } finally {
            Files.deleteIfExists(keystore);
            Files.delete(directory);
        }
    }

    private static void makeKey(Path keystore) throws IOException, InterruptedException {
        int status =
                new ProcessBuilder(
                                java("keytool"),
                                "-genkeypair",
                                "-keyalg",
                                "RSA",
                                "-keysize",
                                "2048",
                                "-dname",
                                "CN=localhost",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                IdleServer.PASSWORD,
                                "-keystore",
                                keystore.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
        if (status != 0) {
            throw new IOException("keytool ended with " + status);
        }
    }

    private static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    private void measure(IdleServer server, boolean tls) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                java("java"),
                                "-Xmx1g",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                IdleServer.class.getName(),
                                server.name()));
        if (tls) {
            command.add(keystore.toString());
        }
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        List<Socket> sockets = new ArrayList<>(connections);
        try (BufferedReader said = process.inputReader();
                OutputStream orders = process.getOutputStream()) {
            int port = Integer.parseInt(said.readLine());
            SSLSocketFactory factory = tls ? trusting().getSocketFactory() : null;
            List<Socket> warm = new ArrayList<>();
            open(warm, WARM, port, factory);
            close(warm);
            long heap = used(said, orders);
            long rss = rss(process);
            open(sockets, connections, port, factory);
            System.out.printf(
                    Locale.ROOT,
                    "%-12s%-5s %10d %16d%n",
                    server,
                    tls ? " TLS" : "",
                    (used(said, orders) - heap) / connections,
                    (rss(process) - rss) / connections);
        } finally {
            close(sockets);
            process.destroyForcibly().waitFor();
        }
    }

    private static long used(BufferedReader said, OutputStream orders) throws IOException {
        orders.write('\n');
        orders.flush();
        return Long.parseLong(said.readLine());
    }

    /** Several addresses of the loopback, so that there are ports enough. */
    private static void open(List<Socket> into, int count, int port, SSLSocketFactory factory)
            throws IOException {
        for (int i = 0; i < count; i++) {
            String address = "127.0.0." + (1 + i % 4);
            Socket socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(20_000);
            socket.connect(new InetSocketAddress(address, port), 20_000);
            Socket over =
                    factory == null ? socket : factory.createSocket(socket, address, port, true);
            into.add(over);
            over.getOutputStream().write(REQUEST);
            byte[] answer = new byte[4096];
            int at = 0;
            while (!new String(answer, 0, at, StandardCharsets.US_ASCII).contains("world!")) {
                int n = over.getInputStream().read(answer, at, answer.length - at);
                if (n < 0) {
                    throw new IOException("closed after " + at + " bytes");
                }
                at += n;
            }
        }
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static long rss(Process process) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("the process has no VmRSS");
    }

    private static SSLContext trusting() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManager all =
                new X509TrustManager() {
                    @Override
                    public void checkClientTrusted(X509Certificate[] chain, String type) {}

                    @Override
                    public void checkServerTrusted(X509Certificate[] chain, String type) {}

                    @Override
                    public X509Certificate[] getAcceptedIssuers() {
                        return new X509Certificate[0];
                    }
                };
        context.init(null, new TrustManager[] {all}, new SecureRandom());
        return context;
    }
}
