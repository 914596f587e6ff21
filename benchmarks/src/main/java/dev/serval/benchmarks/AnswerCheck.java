package dev.serval.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Compares answers byte by byte with what they have to be, since load clients look at lengths and
 * status codes only. Owned by the driver's thread.
 */
final class AnswerCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Servers servers;
    private final HttpClient client;

    AnswerCheck(Servers servers) throws GeneralSecurityException {
        this.servers = servers;
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(trusting())
                        .connectTimeout(PATIENCE)
                        .build();
    }

    /** Throws when an answer is wrong. */
    void check(Request request, RunningServer server) throws IOException, InterruptedException {
        for (int i = 0; i < request.paths().size(); i++) {
            String path = request.paths().get(i);
            HttpResponse<byte[]> answer = ask(request, path, server);
            byte[] body = answer.body();
            int size = request.sizes().get(i);
            boolean right;
            if (request.body() != null) {
                right = Arrays.equals(body, request.body().getBytes(StandardCharsets.UTF_8));
            } else if (request.isServlet()) {
                right = body.length == size && isText(body);
            } else {
                right = Arrays.equals(body, Files.readAllBytes(servers.document(size)));
            }
            if (answer.statusCode() != 200 || !right) {
                throw new IOException(
                        "%s answers %s with %d and %d bytes"
                                .formatted(
                                        server.contender(),
                                        path,
                                        answer.statusCode(),
                                        body.length));
            }
        }
    }

    private static boolean isText(byte[] body) {
        String text = new String(body, StandardCharsets.US_ASCII);
        return text.equals("Hello, world!") || text.startsWith("0123456789abcde\n");
    }

    /** Starts a session; "name=value". */
    String cookie(Request request, RunningServer server) throws IOException, InterruptedException {
        return ask(request, request.paths().get(0), server)
                .headers()
                .firstValue("Set-Cookie")
                .map(field -> field.split(";")[0])
                .orElseThrow(() -> new IOException(server.contender() + " starts no session"));
    }

    private HttpResponse<byte[]> ask(Request request, String path, RunningServer server)
            throws IOException, InterruptedException {
        HttpRequest.Builder sent =
                HttpRequest.newBuilder(URI.create(servers.origin(server) + path)).timeout(PATIENCE);
        if (request.body() != null) {
            sent.POST(HttpRequest.BodyPublishers.ofString(request.body()));
        }
        return client.send(sent.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** The certificate is nobody's. */
    static SSLContext trusting() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Trusting()}, null);
        return context;
    }

    private static final class Trusting extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(
                X509Certificate[] chain, String type, java.net.Socket socket) {}

        @Override
        public void checkServerTrusted(
                X509Certificate[] chain, String type, java.net.Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
