package dev.serval.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** DIGEST (RFC 7616, Servlet 6.1 §13.6.2) with qop=auth. Thread-safe. */
public final class DigestAuthenticator implements Authenticator {
    private final LoginConfig config;
    private final DigestSettings settings;
    private final Nonces nonces;
    private final String opaque;

    /**
     * Immutable; names and defaults are those of Tomcat's DigestAuthenticator.
     *
     * @param algorithms the preferred one first; default SHA-256, MD5
     * @param nonceValidity milliseconds; default 300,000
     * @param nonceCacheSize the limit of nonces that are remembered; default 1000
     * @param nonceCountWindowSize how far requests of one nonce may overtake each other; default
     *     100
     * @param validateUri whether the uri must match the request; default true
     * @param opaque what clients send back unchanged, without quotation marks; null for a random
     *     one
     */
    public record DigestSettings(
            List<DigestAlgorithm> algorithms,
            int nonceValidity,
            int nonceCacheSize,
            int nonceCountWindowSize,
            boolean validateUri,
            String opaque) {
        public static final DigestSettings DEFAULTS =
                new DigestSettings(
                        List.of(DigestAlgorithm.SHA_256, DigestAlgorithm.MD5),
                        300_000,
                        1000,
                        100,
                        true,
                        null);

        public DigestSettings {
            algorithms = List.copyOf(algorithms);
        }
    }

    public DigestAuthenticator(LoginConfig config, DigestSettings settings) {
        this.config = config;
        this.settings = settings;
        this.opaque =
                settings.opaque() != null
                        ? settings.opaque()
                        : HexFormat.of().formatHex(SaltedHash.salt(16));
        this.nonces =
                new Nonces(
                        settings.nonceValidity(),
                        settings.nonceCacheSize(),
                        settings.nonceCountWindowSize(),
                        () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    @Override
    public String authType() {
        return HttpServletRequest.DIGEST_AUTH;
    }

    @Override
    public boolean shows(HttpServletRequest request) {
        return AuthParameters.isOf(authType(), request);
    }

    @Override
    public UserPrincipal authenticate(LoginRequest login, Realm realm) throws IOException {
        String field = login.request().getHeader("Authorization");
        Map<String, String> fields = field == null ? null : AuthParameters.parse("Digest", field);
        DigestAnswer answer = fields == null ? null : answer(fields, login);
        boolean stale = false;
        if (answer != null) {
            // Only a correct answer uses up the count; otherwise others could use it up.
            Nonces.NonceState state = nonces.state(fields.get("nonce"), fields.get("nc"));
            UserPrincipal user = realm.authenticate(answer);
            if (user != null
                    && state == Nonces.NonceState.FRESH
                    && nonces.use(fields.get("nonce"), fields.get("nc"))) {
                return user;
            }
            stale = user != null && state == Nonces.NonceState.STALE;
        }
        challenge(login.response(), stale);
        return null;
    }

    /** Null for an answer that no password can make correct. */
    private DigestAnswer answer(Map<String, String> fields, LoginRequest login) {
        String user = AuthParameters.userName(fields);
        DigestAlgorithm algorithm =
                DigestAlgorithm.NAMES.get(
                        fields.getOrDefault("algorithm", "MD5").toUpperCase(Locale.ROOT));
        boolean complete =
                user != null
                        && fields.containsKey("nonce")
                        && fields.containsKey("cnonce")
                        && fields.containsKey("uri")
                        && fields.containsKey("response")
                        && fields.getOrDefault("nc", "").matches("[0-9a-fA-F]{8}");
        if (!complete
                || algorithm == null
                || !settings.algorithms().contains(algorithm)
                || !"auth".equals(fields.get("qop"))
                || !config.realmName().equals(fields.get("realm"))
                || !opaque.equals(fields.get("opaque"))
                || settings.validateUri() && !isFor(fields.get("uri"), login)) {
            return null;
        }
        return new DigestAnswer(
                user,
                config.realmName(),
                algorithm,
                String.join(
                        ":", fields.get("nonce"), fields.get("nc"), fields.get("cnonce"), "auth"),
                login.request().getMethod(),
                fields.get("uri"),
                fields.get("response").toLowerCase(Locale.ROOT));
    }

    /** RFC 7616 §3.4.6: the same resource, as path and query or as the whole address. */
    private static boolean isFor(String uri, LoginRequest login) {
        if (uri.equals(login.target())) {
            return true;
        }
        try {
            URI given = URI.create(uri);
            String query = login.request().getQueryString();
            String asked = login.request().getRequestURI() + (query == null ? "" : "?" + query);
            String path = given.getRawPath();
            String shown = given.getRawQuery() == null ? path : path + "?" + given.getRawQuery();
            boolean here =
                    given.getHost() == null
                            || given.getHost().equalsIgnoreCase(login.request().getServerName());
            return here && asked.equals(shown);
        } catch (IllegalArgumentException e) {
            return false; // the client's error: it gets another challenge
        }
    }

    private void challenge(HttpServletResponse response, boolean stale) throws IOException {
        String nonce = nonces.next();
        for (DigestAlgorithm algorithm : settings.algorithms()) {
            response.addHeader(
                    "WWW-Authenticate",
                    "Digest realm="
                            + config.quotedRealm()
                            + ", qop=\"auth\", nonce=\""
                            + nonce
                            + "\", opaque=\""
                            + opaque
                            + "\", algorithm="
                            + algorithm.token()
                            + ", charset=UTF-8"
                            + (stale ? ", stale=true" : ""));
        }
        response.sendError(401);
    }
}
