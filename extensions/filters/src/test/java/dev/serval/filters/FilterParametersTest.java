package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A filter that is not understood does not start, and says what is wrong. */
class FilterParametersTest {
    private static List<Filter> filters() {
        return List.of(
                new AddDefaultCharsetFilter(),
                new CorsFilter(),
                new CsrfPreventionFilter(),
                new ExpiresFilter(),
                new FailedRequestFilter(),
                new HttpHeaderSecurityFilter(),
                new RateLimitFilter(),
                new RemoteAddrFilter(),
                new RemoteCIDRFilter(),
                new RemoteHostFilter(),
                new RemoteIpFilter(),
                new RequestDumperFilter(),
                new RestCsrfPreventionFilter(),
                new SessionInitializerFilter(),
                new SetCharacterEncodingFilter());
    }

    @ParameterizedTest
    @MethodSource("filters")
    void anUnknownParameterIsRefused(Filter filter) {
        assertThatThrownBy(() -> filter.init(Configured.with("colour", "red")))
                .isInstanceOf(ServletException.class)
                .hasMessageStartingWith("filter f has no init parameter colour; it knows ");
    }

    @Test
    void theNearestNameIsOffered() {
        assertThatThrownBy(() -> new CorsFilter().init(Configured.with("cors.alowed.origins", "*")))
                .hasMessageContaining("(did you mean cors.allowed.origins?)");
    }

    @ParameterizedTest
    @CsvSource({
        "HttpHeaderSecurityFilter, hstsEnabled, yes, is true or false",
        "HttpHeaderSecurityFilter, hstsMaxAgeSeconds, long, is a number from",
        "HttpHeaderSecurityFilter, antiClickJackingOption, MAYBE, 'is DENY, SAMEORIGIN or'",
        "RemoteAddrFilter, allow, '127(', is no regular expression",
        "RemoteAddrFilter, denyStatus, 200, is a number from 400 to 599",
        "RemoteHostFilter, denyStatus, 403, is needed",
        "RemoteIpFilter, internalProxies, 10.0.0, cannot be used",
        "RemoteIpFilter, enableLookups, true, no name is ever looked up",
        "RemoteIpFilter, httpServerPort, 0, is a number from 1 to 65535",
        "RemoteCIDRFilter, allow, 300.1.1.1, cannot be used",
        "RemoteCIDRFilter, deny, localhost, cannot be used",
        "SetCharacterEncodingFilter, encoding, none-such, names no character set",
        "AddDefaultCharsetFilter, encoding, none-such, names no character set",
        "ExpiresFilter, ExpiresByType, access, names no media type",
        "ExpiresFilter, ExpiresByType text/css, tomorrow, 'is access, now or modification'",
        "ExpiresFilter, ExpiresDefault, access plus 1 fortnight, 'is access, now or'",
        "ExpiresFilter, ExpiresExcludedResponseStatusCodes, all, is a list of statuses",
        "CorsFilter, cors.preflight.maxage, soon, is a number from",
        "RateLimitFilter, bucketRequests, 0, is a number from 1",
        "RateLimitFilter, bucketDuration, 1m, is a number from 1",
        "RateLimitFilter, rateLimitClassName, com.acme.Limiter, is one of",
        "CsrfPreventionFilter, randomClass, java.util.Random, names a SecureRandom",
        "CsrfPreventionFilter, randomClass, none.such, names a SecureRandom",
        "CsrfPreventionFilter, noNonceURLPatterns, '*.css, /a', which neither begins nor ends with *",
        "CsrfPreventionFilter, noNonceURLPatterns, /(/, is no regular expression",
        "CsrfPreventionFilter, denyStatus, 200, is a number from 400 to 599",
        "RestCsrfPreventionFilter, denyStatus, 200, is a number from 400 to 599"
    })
    void aBadValueIsRefused(String filter, String name, String value, String message)
            throws ReflectiveOperationException {
        Filter made =
                (Filter)
                        Class.forName(getClass().getPackageName() + "." + filter)
                                .getDeclaredConstructor()
                                .newInstance();
        assertThatThrownBy(() -> made.init(Configured.with(name, value)))
                .isInstanceOf(ServletException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theApplicationIsNotServedThen(@TempDir Path directory) {
        assertThatThrownBy(() -> Filtered.by(directory, CorsFilter.class, "colour", "red").close())
                .hasMessageContaining("filter f has no init parameter colour");
    }
}
