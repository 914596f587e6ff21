package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.extension.Extensions;
import dev.serval.extension.Place;
import dev.serval.security.LoginConfig;
import dev.serval.settings.Location;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What answers to the auth-method of a web.xml. */
class AuthenticatorConfigTest {
    private static final Location AT = new Location("web.xml", 2, 1);

    private static AuthenticatorConfig.Result of(String method) {
        return AuthenticatorConfig.of(method, AT, Extensions.NONE);
    }

    private record At(LoginConfig config) implements Place {
        @Override
        public String parent() {
            return "Context";
        }

        @Override
        public Path file(String path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <S> S service(Class<S> type) {
            return type.cast(config);
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "BASIC, BASIC, true, false",
                "DIGEST, DIGEST, true, false",
                "form, FORM, true, true",
                "CLIENT-CERT, CLIENT_CERT, false, false",
                "Client_Cert, CLIENT_CERT, false, false",
                "NONE, null, true, false"
            })
    void theServersOwn(String method, String authType, boolean passwords, boolean session)
            throws Exception {
        LoginConfig login = new LoginConfig(method, null, "/login", "/wrong");
        AuthenticatorConfig.Result result = of(login.method());
        assertThat(result.problems()).isEmpty();
        assertThat(result.config().at()).isEqualTo(AT);
        assertThat(result.config().settings().cache()).isTrue();
        assertThat(result.config().factory().make(new At(login)))
                .satisfies(
                        made -> {
                            assertThat(made.authType()).isEqualTo(authType);
                            assertThat(made.takesPasswords()).isEqualTo(passwords);
                            assertThat(made.needsSession()).isEqualTo(session);
                            assertThat(made.isAction("/a/j_security_check")).isEqualTo(session);
                        });
    }

    @Test
    void aFormNeedsItsPages() {
        AuthenticatorConfig form = of("FORM").config();
        assertThatThrownBy(() -> form.factory().make(new At(LoginConfig.NONE)))
                .hasMessageContaining("FORM needs form-login-page and form-error-page");
    }

    @ParameterizedTest
    @CsvSource({"SPNEGO, ''", "BASCI, ' (did you mean BASIC?)'"})
    void oneThatNobodyAnswersToIsAnError(String method, String hint) {
        assertThat(of(method).config()).isNull();
        assertThat(of(method).problems())
                .singleElement()
                .asString()
                .isEqualTo(
                        "web.xml:2:1: auth-method is BASIC, CLIENT-CERT, DIGEST, FORM or NONE, not"
                                + " '"
                                + method
                                + "'"
                                + hint
                                + ": nobody could log in");
    }
}
