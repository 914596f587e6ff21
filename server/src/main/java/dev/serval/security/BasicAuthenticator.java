package dev.serval.security;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Base64;

/** BASIC (RFC 7617, Servlet 6.1 §13.6.1). Immutable, thread-safe. */
public final class BasicAuthenticator implements Authenticator {
    private final String challenge;
    private final Charset charset;

    /**
     * @param charset of names and passwords, sent to clients (RFC 7617 §2.1)
     */
    public BasicAuthenticator(LoginConfig config, Charset charset) {
        this.charset = charset;
        challenge = "Basic realm=" + config.quotedRealm() + ", charset=\"" + charset + "\"";
    }

    @Override
    public String authType() {
        return HttpServletRequest.BASIC_AUTH;
    }

    @Override
    public boolean shows(HttpServletRequest request) {
        return AuthParameters.isOf(authType(), request);
    }

    @Override
    public UserPrincipal authenticate(LoginRequest login, Realm realm) throws IOException {
        String field = login.request().getHeader("Authorization");
        UserPrincipal user = field == null ? null : check(login.request(), field, realm);
        if (user == null) {
            login.response().setHeader("WWW-Authenticate", challenge);
            login.response().sendError(401);
        }
        return user;
    }

    private UserPrincipal check(HttpServletRequest request, String field, Realm realm) {
        if (!field.regionMatches(true, 0, "Basic ", 0, 6)) {
            return null;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(field.substring(6).strip());
            String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            int colon = text.indexOf(':');
            return colon < 0
                    ? null
                    : realm.authenticate(
                            text.substring(0, colon),
                            text.substring(colon + 1),
                            request.getRemoteAddr());
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null; // the client's error: it gets another challenge
        }
    }
}
