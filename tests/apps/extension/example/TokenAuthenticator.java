package example;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.security.Authenticator;
import dev.serval.security.LoginConfig;
import dev.serval.security.LoginRequest;
import dev.serval.security.Realm;
import dev.serval.security.UserPrincipal;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;

/** Users send a token in a field: name, point, password. Immutable. */
record TokenAuthenticator(String field, String challenge) implements Authenticator {
    private static final Attribute<String> FIELD =
            Attribute.of("field", Format.text(), "X-Token", "Where the token stands.");

    static final Offer<Authenticator> OFFER =
            Offer.of(
                            Kind.AUTHENTICATOR,
                            new AttributeTable(
                                    "TokenAuthenticator", "Users send tokens.", List.of(FIELD)),
                            settings -> {
                                String field = settings.get(FIELD);
                                return place ->
                                        new TokenAuthenticator(
                                                field,
                                                "Token realm="
                                                        + place.service(LoginConfig.class)
                                                                .quotedRealm());
                            },
                            "example.TokenAuthenticator")
                    .answering("TOKEN");

    @Override
    public String authType() {
        return "TOKEN";
    }

    @Override
    public boolean takesPasswords() {
        return false;
    }

    @Override
    public UserPrincipal authenticate(LoginRequest login, Realm realm) throws IOException {
        HttpServletRequest request = login.request();
        String[] token = String.valueOf(request.getHeader(field)).split("\\.", 2);
        UserPrincipal user =
                token.length < 2
                        ? null
                        : realm.authenticate(token[0], token[1], request.getRemoteAddr());
        if (user == null) {
            login.response().setHeader("WWW-Authenticate", challenge);
            login.response().sendError(401);
        }
        return user;
    }
}
