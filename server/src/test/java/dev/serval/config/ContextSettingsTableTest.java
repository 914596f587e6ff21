package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.servlet.settings.ContextRule;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.session.CookieRules;
import dev.serval.session.SessionOverrides;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What attributes of {@code Context} say of how an application behaves. */
class ContextSettingsTableTest {
    private static ContextSettings settings(String attributes) {
        String context = "<Context path='/a' docBase='a' " + attributes + "/>";
        return Xml.onlyHost(Xml.host(context)).contexts().get(0).settings();
    }

    private static final Set<ContextRule> ON =
            EnumSet.of(
                    ContextRule.USE_RELATIVE_REDIRECTS,
                    ContextRule.SEND_REDIRECT_BODY,
                    ContextRule.CONTEXT_GET_RESOURCE_REQUIRES_SLASH,
                    ContextRule.FAIL_CTX_IF_SERVLET_START_FAILS);

    @Test
    void withoutAttributesTheyAreTheDefaults() {
        assertThat(settings("")).isEqualTo(ContextSettings.DEFAULTS);
    }

    @ParameterizedTest
    @EnumSource
    void everyRuleIsSwitchedByItsAttribute(ContextRule rule) {
        assertThat(ContextSettings.DEFAULTS.has(rule)).isEqualTo(ON.contains(rule));
        ContextSettings other = settings(rule.attribute() + "='" + !rule.standard() + "'");
        assertThat(other).isEqualTo(ContextSettings.DEFAULTS.with(rule, !rule.standard()));
    }

    @Test
    void aRuleThatIsSwitchedBackIsAsBefore() {
        ContextSettings on = ContextSettings.DEFAULTS.with(ContextRule.CROSS_CONTEXT, true);
        assertThat(on).isNotEqualTo(ContextSettings.DEFAULTS);
        assertThat(on.with(ContextRule.CROSS_CONTEXT, false)).isEqualTo(ContextSettings.DEFAULTS);
    }

    @Test
    void sessionsAndTheirCookies() {
        assertThat(
                        settings(
                                        "cookies='false' sessionCookieName='SID'"
                                                + " sessionCookieDomain='example.com'"
                                                + " sessionCookiePath='/'"
                                                + " sessionCookiePathUsesTrailingSlash='true'"
                                                + " useHttpOnly='false' usePartitioned='true'"
                                                + " sessionTimeout='-1'")
                                .sessions())
                .isEqualTo(
                        new SessionOverrides(
                                false, "SID", "example.com", "/", true, false, true, -1, false));
    }

    @Test
    void encodingsAndServletsForResources() {
        ContextSettings settings =
                settings(
                        "requestCharacterEncoding='UTF-16' responseCharacterEncoding='UTF-8'"
                                + " resourceOnlyServlets='jsp, faces,'");
        assertThat(settings.requestCharacterEncoding()).isEqualTo("UTF-16");
        assertThat(settings.responseCharacterEncoding()).isEqualTo("UTF-8");
        assertThat(settings.resourceOnlyServlets()).isEqualTo(List.of("jsp", "faces"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "|-|false",
                "sameSiteCookies='unset'|-|false",
                "sameSiteCookies='strict'|Strict|false",
                "sameSiteCookies='None' partitioned='true'|None|true",
                "className='org.apache.tomcat.util.http.Rfc6265CookieProcessor'|-|false"
            })
    void aCookieProcessorSaysWhatCookiesGet(String attributes, String sameSite, boolean parts) {
        String xml = "<CookieProcessor " + (attributes == null ? "" : attributes) + "/>";
        String context = "<Context path='/a' docBase='a'>" + xml + "</Context>";
        assertThat(Xml.onlyHost(Xml.host(context)).contexts().get(0).settings().cookies())
                .isEqualTo(new CookieRules(sameSite, parts, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "crossContext='maybe'|neither true nor false",
                "sessionCookieName='a b'|RFC 6265",
                "sessionCookiePath='/;x'|RFC 6265",
                "sessionCookieDomain='ä'|RFC 6265",
                "requestCharacterEncoding='no-such'|not a character encoding",
                "responseCharacterEncoding='a b'|not a character encoding",
                "sessionTimeout='soon'|sessionTimeout"
            })
    void aValueThatIsNoneIsAnErrorWithItsPlace(String attribute, String expected) {
        assertThat(
                        Xml.read(Xml.host("<Context path='/a' docBase='a' " + attribute + "/>"))
                                .errors())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.line()).isEqualTo(3);
                            assertThat(problem.toString())
                                    .contains(attribute.replaceAll("=.*", ""), expected);
                        });
    }
}
