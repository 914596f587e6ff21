package example;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.security.CredentialHandler;
import dev.serval.security.DigestAnswer;
import dev.serval.settings.AttributeTable;
import java.util.List;

/** Keeps passwords backwards, which no other server does. Stateless. */
final class ReversedCredentials implements CredentialHandler {
    static final Offer<CredentialHandler> OFFER =
            Offer.of(
                    Kind.CREDENTIAL_HANDLER,
                    new AttributeTable("ReversedCredentials", "Backwards.", List.of()),
                    settings -> place -> new ReversedCredentials(),
                    "example.ReversedCredentials");

    @Override
    public boolean matches(String password, String kept) {
        return !kept.isEmpty() && mutate(password).equals(kept);
    }

    @Override
    public String mutate(String password) {
        return new StringBuilder(password).reverse().toString();
    }

    @Override
    public String a1(DigestAnswer answer, String kept) {
        return null;
    }
}
