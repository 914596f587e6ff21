package dev.serval.tests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of its own that opens many kept connections, each with one request answered, and says
 * so; then, at every line on its standard input, asks on all of them again and reports how many
 * answered. For {@link IdleConnectionsTest}.
 */
final class IdleClients {
    private static final byte[] REQUEST =
            ServerUnderTest.request("GET", "/hello.txt").getBytes(StandardCharsets.US_ASCII);

    private IdleClients() {}

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        List<Socket> sockets = new ArrayList<>(count);
        byte[] answer = null;
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket();
            socket.setSoTimeout(20_000);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 20_000);
            sockets.add(socket);
            answer = ask(socket);
        }
        System.out.println("open " + sockets.size());
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        while (orders.readLine() != null) {
            int answered = 0;
            for (Socket socket : sockets) {
                answered += ask(socket).length == answer.length ? 1 : 0;
            }
            System.out.println("answered " + answered);
        }
    }

    /** The whole answer, which ends with the file's last line. */
    private static byte[] ask(Socket socket) throws IOException {
        socket.getOutputStream().write(REQUEST);
        byte[] buffer = new byte[4096];
        int at = 0;
        while (at == 0
                || !new String(buffer, 0, at, StandardCharsets.US_ASCII).endsWith(Site.HELLO)) {
            int n = socket.getInputStream().read(buffer, at, buffer.length - at);
            if (n < 0) {
                throw new IOException("closed after " + at + " bytes");
            }
            at += n;
        }
        return new String(buffer, 0, at, StandardCharsets.US_ASCII)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
