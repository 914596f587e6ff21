package dev.serval.ajp;

import dev.serval.ajp.ForwardedAttributes.Value;
import dev.serval.buffer.Ascii;
import dev.serval.http.HttpError;
import dev.serval.http.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whom the connector believes, and which attributes of the front it takes (CVE-2020-1938).
 * Immutable.
 */
final class FrontRules {
    /** Attributes that fronts send by themselves, with the names that applications know. */
    private static final Set<String> KNOWN =
            Set.of(
                    "JK_LB_ACTIVATION",
                    "jakarta.servlet.request.cipher_suite",
                    "jakarta.servlet.request.key_size",
                    "jakarta.servlet.request.ssl_session",
                    "jakarta.servlet.request.X509Certificate");

    // What they say leads elsewhere in the server: to another file, past a rule. No pattern allows
    // them.
    private static final List<String> OURS =
            List.of("jakarta.servlet.", "javax.servlet.", "dev.serval.");

    private static final byte[] ACTIVATION = Ascii.bytes("JK_LB_ACTIVATION");

    // Null if none is asked for.
    private final byte[] secret;
    private final Pattern allowed;

    FrontRules(AjpConfig own) {
        secret = own.secret() == null ? null : own.secret().getBytes(StandardCharsets.UTF_8);
        allowed = own.allowedRequestAttributesPattern();
    }

    /** Takes the same time for every wrong secret of the right length. */
    void requireSecret(ForwardedAttributes told) throws HttpError {
        if (secret == null) {
            return;
        }
        if (!told.has(Value.SECRET)) {
            throw new HttpError(Refusal.AJP_SECRET, "the request names no secret");
        }
        byte[] bytes = told.bytes();
        int start = told.start(Value.SECRET);
        int length = told.end(Value.SECRET) - start;
        int different = length ^ secret.length;
        for (int i = 0; i < length; i++) {
            different |= bytes[start + i] ^ secret[i % secret.length];
        }
        if (different != 0) {
            throw new HttpError(Refusal.AJP_SECRET, "the request names another secret");
        }
    }

    void requireKnownAttributes(ForwardedAttributes told) throws HttpError {
        for (int i = 0; i < told.attributeCount(); i++) {
            if (told.isAttribute(i, ACTIVATION)) {
                continue;
            }
            String name = told.attributeName(i);
            if (!KNOWN.contains(name) && !isAllowed(name)) {
                throw new HttpError(Refusal.AJP_ATTRIBUTE, "the attribute " + name);
            }
        }
    }

    private boolean isAllowed(String name) {
        return allowed != null
                && OURS.stream().noneMatch(name::startsWith)
                && allowed.matcher(name).matches();
    }
}
