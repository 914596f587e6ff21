package dev.serval.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Servlet 6.1 §7.1.1 and the interface SessionCookieConfig; RFC 6265 §4.1. */
class SessionCookieTest {
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final SessionCookie settings =
            new SessionCookie(
                    SessionSettings.DEFAULTS, SessionOverrides.NONE, "/app", true, open::get);

    @Test
    void theDefaultsKeepTheIdFromScriptsAndOtherSites() {
        Cookie cookie = settings.of("ID", false);
        assertThat(cookie.getName()).isEqualTo("JSESSIONID");
        assertThat(cookie.getValue()).isEqualTo("ID");
        assertThat(cookie.getPath()).isEqualTo("/app");
        assertThat(cookie.getDomain()).isNull();
        assertThat(cookie.isHttpOnly()).isTrue();
        assertThat(cookie.getSecure()).isFalse();
        assertThat(cookie.getAttribute("SameSite")).isEqualTo("Lax");
        assertThat(cookie.getMaxAge()).isEqualTo(-1);
    }

    @Test
    void overTlsItIsSecure() {
        assertThat(settings.of("ID", true).getSecure()).isTrue();
        settings.setSecure(true);
        assertThat(settings.of("ID", false).getSecure()).isTrue();
    }

    @Test
    void theRootContextHasThePathOfTheRoot() {
        SessionCookie root =
                new SessionCookie(
                        SessionSettings.DEFAULTS, SessionOverrides.NONE, "", true, open::get);
        assertThat(root.of("ID", false).getPath()).isEqualTo("/");
    }

    @Test
    void whatIsSetIsSent() {
        settings.setName("SID");
        settings.setDomain("example.com");
        settings.setPath("/elsewhere");
        settings.setHttpOnly(false);
        settings.setMaxAge(60);
        settings.setAttribute("samesite", "Strict");
        settings.setAttribute("Partitioned", "");
        Cookie cookie = settings.of("ID", false);
        assertThat(cookie.getName()).isEqualTo("SID").isEqualTo(settings.getName());
        assertThat(cookie.getDomain()).isEqualTo("example.com").isEqualTo(settings.getDomain());
        assertThat(cookie.getPath()).isEqualTo("/elsewhere").isEqualTo(settings.getPath());
        assertThat(cookie.isHttpOnly()).isFalse().isEqualTo(settings.isHttpOnly());
        assertThat(cookie.getMaxAge()).isEqualTo(60).isEqualTo(settings.getMaxAge());
        assertThat(cookie.getAttribute("SameSite")).isEqualTo("Strict");
        assertThat(cookie.getAttribute("Partitioned")).isEmpty();
        assertThat(settings.getAttributes()).containsKeys("Domain", "Path", "Max-Age");
    }

    @Test
    void badNamesAndAgesAreRefused() {
        assertThatThrownBy(() -> settings.setName("a b"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings.setAttribute("Max-Age", "soon"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void afterTheStartNothingCanBeChanged() {
        open.set(false);
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> changes =
                List.of(
                        () -> settings.setName("x"),
                        () -> settings.setDomain("x"),
                        () -> settings.setPath("/"),
                        () -> settings.setHttpOnly(false),
                        () -> settings.setSecure(false),
                        () -> settings.setMaxAge(1),
                        () -> settings.setAttribute("a", "b"),
                        () -> settings.timeoutMinutes(1),
                        () -> settings.trackingModes(Set.of()));
        for (var change : changes) {
            assertThatThrownBy(change).isInstanceOf(IllegalStateException.class);
        }
        assertThat(settings.of("ID", false).getName()).isEqualTo("JSESSIONID");
    }

    @Test
    void minutesBecomeSecondsThatFit() {
        assertThat(settings.timeoutSeconds()).isEqualTo(1800);
        settings.timeoutMinutes(0);
        assertThat(settings.timeoutSeconds()).isZero();
        settings.timeoutMinutes(-5);
        assertThat(settings.timeoutSeconds()).isZero();
        settings.timeoutMinutes(Integer.MAX_VALUE);
        assertThat(settings.timeoutSeconds()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void trackingIsByCookiesUnlessTheApplicationSaysMore() {
        assertThat(SessionTracking.defaultModes()).containsExactly(SessionTrackingMode.COOKIE);
        assertThat(settings.tracking().modes()).containsExactly(SessionTrackingMode.COOKIE);
        Set<SessionTrackingMode> both = Set.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL);
        settings.trackingModes(both);
        assertThat(settings.tracking().modes()).isEqualTo(both);
        settings.trackingModes(Set.of());
        assertThat(settings.tracking().isOff()).isTrue();
        assertThat(settings.tracking().modes()).isEmpty();
    }

    @Test
    void trackingByTlsNeedsAConnectorAndNoOtherMode() {
        settings.trackingModes(Set.of(SessionTrackingMode.SSL));
        assertThat(settings.tracking().by(SessionTrackingMode.SSL)).isTrue();
        assertThatThrownBy(() -> settings.trackingModes(EnumSet.allOf(SessionTrackingMode.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("combined");
        assertThat(settings.tracking().modes()).containsExactly(SessionTrackingMode.SSL);
        SessionCookie plain =
                new SessionCookie(
                        SessionSettings.DEFAULTS, SessionOverrides.NONE, "/app", false, open::get);
        assertThatThrownBy(() -> plain.trackingModes(Set.of(SessionTrackingMode.SSL)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no connector has TLS");
    }

    @Test
    void aChosenNameIsThatOfTheParameterToo() {
        assertThat(settings.getName()).isNull();
        assertThat(settings.cookieName()).isEqualTo("JSESSIONID");
        assertThat(settings.parameterName()).isEqualTo("jsessionid");
        settings.setName("SID");
        assertThat(settings.cookieName()).isEqualTo("SID");
        assertThat(settings.parameterName()).isEqualTo("SID");
    }
}
