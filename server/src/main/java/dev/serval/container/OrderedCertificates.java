package dev.serval.container;

import dev.serval.certificate.CertificateOrders;
import dev.serval.certificate.WantedCertificate;
import dev.serval.disk.PrivateFiles;
import dev.serval.http.HttpHandler;
import dev.serval.tls.ObtainedCertificate;
import dev.serval.tls.TlsCertificate;
import dev.serval.tls.TlsContexts;
import dev.serval.tls.TlsException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The certificates that a Listener obtains for a server, for parts that are made before it.
 * Thread-safe.
 */
final class OrderedCertificates implements CertificateOrders {
    /** The error if no Listener obtains them. */
    static final String UNCLAIMED =
            "a Certificate has obtainFor, but no Listener obtains certificates: <Listener"
                    + " className=\"AcmeListener\" termsOfServiceAgreed=\"true\"/> of the extension"
                    + " acme does";

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{22,128}");
    private static final Pattern CONTENT = Pattern.compile("[A-Za-z0-9_.-]{1,300}");
    private static final String ORIGIN = "Obtained from ";

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private volatile boolean claimed;
    private volatile boolean plain;
    private volatile List<TlsContexts> contexts = List.of();

    /**
     * Sets the source.
     *
     * @param known of all connectors with TLS
     * @param hasPlain whether there is a connector without TLS
     */
    void of(List<TlsContexts> known, boolean hasPlain) {
        contexts = List.copyOf(known);
        plain = hasPlain;
    }

    /** For a Listener that obtains them from now on. */
    CertificateOrders claim() {
        claimed = true;
        return this;
    }

    /** Whether a Listener obtains them. */
    boolean isClaimed() {
        return claimed;
    }

    /** A handler that answers authorities, and passes other requests to the given one. */
    HttpHandler before(HttpHandler next) {
        return new ChallengeHandler(next, answers);
    }

    @Override
    public List<WantedCertificate> wanted() {
        Map<Path, WantedCertificate> wanted = new LinkedHashMap<>();
        for (TlsContexts each : contexts) {
            for (ObtainedCertificate obtained : each.obtained()) {
                TlsCertificate settings = obtained.settings();
                Path file = settings.certificateFile();
                wanted.merge(
                        file,
                        new WantedCertificate(
                                file,
                                settings.type(),
                                settings.obtainFor(),
                                obtained.chain(),
                                origin(file)),
                        OrderedCertificates::both);
            }
        }
        return List.copyOf(wanted.values());
    }

    /**
     * A file that several elements name has the names of all of them, instead of those of each in
     * turn.
     */
    private static WantedCertificate both(WantedCertificate one, WantedCertificate other) {
        Set<String> names = new LinkedHashSet<>(one.names());
        names.addAll(other.names());
        return new WantedCertificate(
                one.file(), one.type(), List.copyOf(names), one.chain(), one.origin());
    }

    private static String origin(Path file) {
        if (!Files.exists(file)) {
            return "";
        }
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            String first = lines.readLine();
            return first != null && first.startsWith(ORIGIN)
                    ? first.substring(ORIGIN.length())
                    : "";
        } catch (IOException e) {
            return ""; // the reader of the certificate reports why
        }
    }

    @Override
    public void keep(
            WantedCertificate wanted, String origin, PrivateKey key, List<X509Certificate> chain)
            throws IOException {
        StringBuilder text = new StringBuilder(ORIGIN).append(origin).append('\n');
        block(text, "PRIVATE KEY", key.getEncoded());
        try {
            for (X509Certificate certificate : chain) {
                block(text, "CERTIFICATE", certificate.getEncoded());
            }
        } catch (CertificateEncodingException e) {
            throw new IOException(e.getMessage(), e);
        }
        write(wanted.file(), text.toString());
        for (TlsContexts each : contexts) {
            boolean uses =
                    each.obtained().stream()
                            .map(obtained -> obtained.settings().certificateFile())
                            .anyMatch(wanted.file()::equals);
            if (uses && !each.reload()) {
                throw new IOException("the new certificate cannot be used, see SRV-0402");
            }
        }
    }

    private static void block(StringBuilder text, String label, byte[] der) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        text.append("-----BEGIN ").append(label).append("-----\n");
        text.append(lines.encodeToString(der)).append('\n');
        text.append("-----END ").append(label).append("-----\n");
    }

    @Override
    public void write(Path file, String content) throws IOException {
        PrivateFiles.directory(file.toAbsolutePath().getParent());
        PrivateFiles.replaceSafely(file, StandardCharsets.US_ASCII.encode(content));
    }

    @Override
    public boolean hasPlainConnector() {
        return plain;
    }

    @Override
    public Proof answer(String token, String content) {
        if (!TOKEN.matcher(token).matches() || !CONTENT.matcher(content).matches()) {
            throw new IllegalArgumentException("the token of the authority is none");
        }
        answers.put(token, content);
        return () -> answers.remove(token, content);
    }

    @Override
    public Proof prove(String host, PrivateKey key, X509Certificate certificate)
            throws IOException {
        List<Runnable> ends = new ArrayList<>();
        for (TlsContexts each : contexts) {
            try {
                ends.add(each.prove(host, key, certificate));
            } catch (TlsException e) {
                ends.forEach(Runnable::run);
                throw e;
            }
        }
        return () -> ends.forEach(Runnable::run);
    }
}
