package dev.serval.acme;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jose4j.json.JsonUtil;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.lang.JoseException;

/**
 * A small authority (RFC 8555) on the loopback: it checks signatures and nonces, connects back for
 * each challenge, and issues what was asked for. Names lead to this computer, whatever they are.
 */
final class TestAuthority implements AutoCloseable {
    final TestCertificates certificates;

    /** Where names are asked for proofs. */
    volatile int httpPort;

    volatile int tlsPort;

    /** How long what it issues is valid, from an hour ago. */
    volatile Duration lifetime = Duration.ofDays(90);

    /** What a new order is answered with instead: a status, and seconds in Retry-After. */
    volatile int refuses;

    volatile int retryAfter;

    /** What it offers. */
    volatile List<String> offers = List.of("http-01", "dns-01", "tls-alpn-01");

    /** Tokens that it asks for. */
    volatile String token = "tokentokentokentoken-_0123456789";

    /** New orders wait for it. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    /** Called while it asks for a proof. */
    volatile Runnable whileAsking = () -> {};

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    // All by this.
    private final Set<String> nonces = new HashSet<>();
    private final Map<String, PublicJsonWebKey> accounts = new HashMap<>();
    private final List<Order> orders = new ArrayList<>();
    private int accountsMade;

    private static final class Order {
        List<String> names;
        boolean[] proved;
        String[] failures;
        X509Certificate issued;
    }

    /** An answer that is an error (RFC 8555 §6.7). */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        final int status;
        final String type;

        Refused(int status, String type, String detail) {
            super(detail);
            this.status = status;
            this.type = type;
        }
    }

    TestAuthority() throws IOException, GeneralSecurityException {
        certificates = TestCertificates.make();
        KeyPair own = Keys.make("EC");
        Instant now = Instant.now();
        X509Certificate certificate =
                certificates.issue(
                        List.of("localhost"),
                        own.getPublic(),
                        now.minusSeconds(60),
                        now.plusSeconds(86_400));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "own", own.getPrivate(), new char[0], new X509Certificate[] {certificate});
        KeyManagerFactory managers =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    String directory() {
        return url("/directory");
    }

    /** The file with what a client has to trust. */
    Path trusted(Path directory) throws IOException, GeneralSecurityException {
        return Files.writeString(
                directory.resolve("authority.pem"), TestCertificates.pem(certificates.root()));
    }

    synchronized int ordered() {
        return orders.size();
    }

    synchronized int accountsMade() {
        return accountsMade;
    }

    private String url(String path) {
        return "https://localhost:" + server.getAddress().getPort() + path;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try {
            exchange.getResponseHeaders().set("Replay-Nonce", nonce());
            String path = exchange.getRequestURI().getPath();
            if (exchange.getRequestMethod().equals("POST")) {
                post(exchange, path);
            } else if (path.equals("/directory")) {
                send(
                        exchange,
                        200,
                        "application/json",
                        "{\"newNonce\":\""
                                + url("/nonce")
                                + "\",\"newAccount\":\""
                                + url("/account")
                                + "\",\"newOrder\":\""
                                + url("/order")
                                + "\",\"meta\":{\"termsOfService\":\""
                                + url("/terms")
                                + "\"}}");
            } else {
                exchange.sendResponseHeaders(200, -1);
            }
        } catch (Refused e) {
            if (e.status == 429 || e.status == 503) {
                exchange.getResponseHeaders().set("Retry-After", String.valueOf(retryAfter));
            }
            send(exchange, e.status, "application/problem+json", problem(e.type, e.getMessage()));
        } catch (JoseException | GeneralSecurityException | RuntimeException e) {
            send(
                    exchange,
                    500,
                    "application/problem+json",
                    problem("serverInternal", String.valueOf(e)));
        } finally {
            exchange.close();
        }
    }

    private static String problem(String type, String detail) {
        return "{\"type\":\"urn:ietf:params:acme:error:"
                + type
                + "\",\"detail\":\""
                + detail.replace('"', '\'')
                + "\"}";
    }

    private synchronized String nonce() {
        String nonce = "nonce" + nonces.size() + "-" + System.nanoTime();
        nonces.add(nonce);
        return nonce;
    }

    private static void send(HttpExchange exchange, int status, String type, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    // ---- signed requests (RFC 8555 §6.2)

    private void post(HttpExchange exchange, String path)
            throws IOException, JoseException, Refused, GeneralSecurityException {
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, Object> parts = JsonUtil.parseJson(text);
        JsonWebSignature signed = new JsonWebSignature();
        signed.setCompactSerialization(
                parts.get("protected") + "." + parts.get("payload") + "." + parts.get("signature"));
        String kid = signed.getHeaders().getStringHeaderValue("kid");
        PublicJsonWebKey key;
        synchronized (this) {
            if (!nonces.remove(signed.getHeaders().getStringHeaderValue("nonce"))) {
                throw new Refused(400, "badNonce", "an old nonce");
            }
            key =
                    kid != null
                            ? accounts.get(kid)
                            : signed.getHeaders().getPublicJwkHeaderValue("jwk", null);
        }
        signed.setKey(key.getPublicKey());
        if (!signed.verifySignature()
                || !url(path).equals(signed.getHeaders().getStringHeaderValue("url"))) {
            throw new Refused(403, "unauthorized", "a wrong signature");
        }
        String payload = signed.getPayload();
        if (path.equals("/account")) {
            account(exchange, key, JsonUtil.parseJson(payload));
        } else if (kid == null) {
            throw new Refused(403, "unauthorized", "no account");
        } else if (path.equals("/order")) {
            order(exchange, JsonUtil.parseJson(payload));
        } else {
            resource(exchange, path.split("/"), payload, key);
        }
    }

    private void account(HttpExchange exchange, PublicJsonWebKey key, Map<String, Object> wanted)
            throws IOException, Refused, JoseException {
        if (!Boolean.TRUE.equals(wanted.get("termsOfServiceAgreed"))) {
            throw new Refused(403, "userActionRequired", "the terms are not agreed to");
        }
        String place = url("/account/" + thumbprint(key));
        int status;
        synchronized (this) {
            status = accounts.put(place, key) == null ? 201 : 200;
            accountsMade += status == 201 ? 1 : 0;
        }
        exchange.getResponseHeaders().set("Location", place);
        send(exchange, status, "application/json", "{\"status\":\"valid\"}");
    }

    private static String thumbprint(JsonWebKey key) throws JoseException {
        return key.calculateBase64urlEncodedThumbprint("SHA-256");
    }

    private void order(HttpExchange exchange, Map<String, Object> wanted)
            throws IOException, Refused {
        try {
            if (!gate.await(30, TimeUnit.SECONDS)) {
                throw new Refused(503, "serverInternal", "the gate is closed");
            }
        } catch (InterruptedException e) {
            throw new Refused(503, "serverInternal", "the test is over");
        }
        if (refuses != 0) {
            throw new Refused(
                    refuses, refuses == 429 ? "rateLimited" : "serverInternal", "too many orders");
        }
        Order order = new Order();
        order.names = new ArrayList<>();
        for (Object each : (List<?>) wanted.get("identifiers")) {
            order.names.add((String) ((Map<?, ?>) each).get("value"));
        }
        order.proved = new boolean[order.names.size()];
        order.failures = new String[order.names.size()];
        int number;
        synchronized (this) {
            orders.add(order);
            number = orders.size() - 1;
        }
        exchange.getResponseHeaders().set("Location", url("/order/" + number));
        send(exchange, 201, "application/json", text(order, number));
    }

    private String text(Order order, int number) {
        StringBuilder text = new StringBuilder("{\"status\":\"");
        boolean failed = Arrays.stream(order.failures).anyMatch(each -> each != null);
        boolean ready = true;
        for (boolean each : order.proved) {
            ready &= each;
        }
        text.append(
                order.issued != null ? "valid" : failed ? "invalid" : ready ? "ready" : "pending");
        text.append("\",\"identifiers\":[");
        StringBuilder places = new StringBuilder();
        for (int i = 0; i < order.names.size(); i++) {
            text.append(i == 0 ? "" : ",").append(identifier(order.names.get(i)));
            places.append(i == 0 ? "\"" : ",\"");
            places.append(url("/authorization/" + number + "/" + i)).append('"');
        }
        text.append("],\"authorizations\":[").append(places);
        text.append("],\"finalize\":\"").append(url("/finalize/" + number)).append('"');
        if (order.issued != null) {
            text.append(",\"certificate\":\"").append(url("/certificate/" + number)).append('"');
        }
        return text.append('}').toString();
    }

    private static String identifier(String name) {
        return "{\"type\":\"dns\",\"value\":\"" + name + "\"}";
    }

    private void resource(
            HttpExchange exchange, String[] path, String payload, PublicJsonWebKey account)
            throws IOException, JoseException, Refused, GeneralSecurityException {
        int number = Integer.parseInt(path[2]);
        Order order;
        synchronized (this) {
            order = orders.get(number);
        }
        switch (path[1]) {
            case "order" -> send(exchange, 200, "application/json", text(order, number));
            case "authorization" -> {
                int index = Integer.parseInt(path[3]);
                StringBuilder text = new StringBuilder("{\"status\":\"");
                text.append(status(order, index)).append("\",\"identifier\":");
                text.append(identifier(order.names.get(index))).append(",\"challenges\":[");
                for (String type : offers) {
                    text.append(text.charAt(text.length() - 1) == '[' ? "" : ",");
                    text.append(challenge(order, number, index, type));
                }
                send(exchange, 200, "application/json", text.append("]}").toString());
            }
            case "challenge" -> {
                int index = Integer.parseInt(path[3]);
                if (payload.equals("{}")) {
                    validate(order, index, path[4], token + "." + thumbprint(account));
                }
                send(exchange, 200, "application/json", challenge(order, number, index, path[4]));
            }
            case "finalize" -> {
                String csr = (String) JsonUtil.parseJson(payload).get("csr");
                issue(order, Base64.getUrlDecoder().decode(csr));
                exchange.getResponseHeaders().set("Location", url("/order/" + number));
                send(exchange, 200, "application/json", text(order, number));
            }
            default ->
                    send(
                            exchange,
                            200,
                            "application/pem-certificate-chain",
                            TestCertificates.pem(order.issued)
                                    + TestCertificates.pem(certificates.root()));
        }
    }

    private static String status(Order order, int index) {
        return order.proved[index]
                ? "valid"
                : order.failures[index] != null ? "invalid" : "pending";
    }

    private String challenge(Order order, int number, int index, String type) {
        String error =
                order.failures[index] == null
                        ? ""
                        : ",\"error\":" + problem("unauthorized", order.failures[index]);
        return "{\"type\":\""
                + type
                + "\",\"status\":\""
                + status(order, index)
                + "\",\"token\":\""
                + token
                + "\",\"url\":\""
                + url("/challenge/" + number + "/" + index + "/" + type)
                + "\""
                + error
                + "}";
    }

    // ---- proofs

    private void validate(Order order, int index, String type, String authorization) {
        try {
            whileAsking.run();
            String name = order.names.get(index);
            String failure =
                    type.equals("http-01")
                            ? overHttp(name, authorization)
                            : overTls(name, authorization);
            order.failures[index] = failure;
            order.proved[index] = failure == null;
        } catch (IOException | GeneralSecurityException e) {
            order.failures[index] = "connecting: " + e;
        }
    }

    private String overHttp(String name, String authorization) throws IOException {
        URI file =
                URI.create("http://127.0.0.1:" + httpPort + "/.well-known/acme-challenge/" + token);
        HttpURLConnection connection = (HttpURLConnection) file.toURL().openConnection();
        connection.setConnectTimeout(10_000);
        connection.setReadTimeout(10_000);
        connection.setInstanceFollowRedirects(false);
        if (connection.getResponseCode() != 200) {
            return name + " answers " + connection.getResponseCode();
        }
        try (InputStream in = connection.getInputStream()) {
            String got = new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
            return got.equals(authorization) ? null : "the answer was " + got;
        }
    }

    private String overTls(String name, String authorization)
            throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustingAll()}, null);
        try (Socket carrier = new Socket(InetAddress.getLoopbackAddress(), tlsPort);
                SSLSocket socket =
                        (SSLSocket)
                                context.getSocketFactory()
                                        .createSocket(carrier, name, tlsPort, true)) {
            carrier.setSoTimeout(10_000);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            parameters.setApplicationProtocols(new String[] {"acme-tls/1"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(authorization.getBytes(StandardCharsets.US_ASCII));
            byte[] expected = DerValue.octets(DerValue.octets(digest));
            boolean right =
                    "acme-tls/1".equals(socket.getApplicationProtocol())
                            && shown.getCriticalExtensionOIDs().contains("1.3.6.1.5.5.7.1.31")
                            && Arrays.equals(
                                    expected, shown.getExtensionValue("1.3.6.1.5.5.7.1.31"))
                            && Renewals.names(shown).equals(Set.of(name));
            return right
                    ? null
                    : "the certificate is another one: " + shown.getSubjectX500Principal();
        }
    }

    private static final class TrustingAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    // ---- requests for certificates (RFC 2986 §4)

    private void issue(Order order, byte[] csr) throws Refused, GeneralSecurityException {
        byte[] whole = content(csr, 0);
        byte[] body = element(whole, 0);
        byte[] algorithm = element(whole, body.length);
        byte[] signature = content(whole, body.length + algorithm.length);
        byte[] inner = content(body, 0);
        int at = element(inner, 0).length; // behind the version
        at += element(inner, at).length; // behind the subject
        byte[] encoded = element(inner, at);
        boolean rsa =
                new String(encoded, StandardCharsets.ISO_8859_1)
                        .contains("\u0001\u0001\u0001\u0005\u0000");
        PublicKey key =
                KeyFactory.getInstance(rsa ? "RSA" : "EC")
                        .generatePublic(new X509EncodedKeySpec(encoded));
        Signature check = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
        check.initVerify(key);
        check.update(body);
        boolean signed = check.verify(Arrays.copyOfRange(signature, 1, signature.length));
        String text = new String(csr, StandardCharsets.ISO_8859_1);
        if (!signed || !order.names.stream().allMatch(text::contains)) {
            throw new Refused(400, "badCSR", "the request is wrong");
        }
        for (boolean each : order.proved) {
            if (!each) {
                throw new Refused(403, "orderNotReady", "it is not proved");
            }
        }
        Instant begin = Instant.now().minus(Duration.ofHours(1));
        order.issued = certificates.issue(order.names, key, begin, begin.plus(lifetime));
    }

    private static byte[] element(byte[] der, int at) {
        int[] head = head(der, at);
        return Arrays.copyOfRange(der, at, at + head[0] + head[1]);
    }

    private static byte[] content(byte[] der, int at) {
        int[] head = head(der, at);
        return Arrays.copyOfRange(der, at + head[0], at + head[0] + head[1]);
    }

    /** The lengths of the head and of the content. */
    private static int[] head(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        if (first < 0x80) {
            return new int[] {2, first};
        }
        int digits = first & 0x7F;
        int length = new BigInteger(1, Arrays.copyOfRange(der, at + 2, at + 2 + digits)).intValue();
        return new int[] {2 + digits, length};
    }
}
