package dev.serval.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;

/** The ways to log in (Servlet 6.1 §13.6). */
public enum AuthMethod {
    BASIC(HttpServletRequest.BASIC_AUTH),
    DIGEST(HttpServletRequest.DIGEST_AUTH),
    FORM(HttpServletRequest.FORM_AUTH),
    CLIENT_CERT(HttpServletRequest.CLIENT_CERT_AUTH),
    NONE(null);

    private final String authType;

    AuthMethod(String authType) {
        this.authType = authType;
    }

    /** What {@code getAuthType} answers; null where nobody logs in. */
    public String authType() {
        return authType;
    }

    /** By the word of a descriptor, in any case; null for an unknown one. */
    public static AuthMethod of(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "BASIC" -> BASIC;
            case "DIGEST" -> DIGEST;
            case "FORM" -> FORM;
            case "CLIENT-CERT", "CLIENT_CERT" -> CLIENT_CERT;
            case "NONE" -> NONE;
            default -> null;
        };
    }
}
