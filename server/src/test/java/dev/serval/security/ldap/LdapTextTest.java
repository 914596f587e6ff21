package dev.serval.security.ldap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.naming.ldap.LdapName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of users in filters and names of entries. */
class LdapTextTest {
    @Test
    void rfc4515_section3_specialCharactersOfFiltersAreEscaped() {
        assertThat(LdapText.filterValue("a*b(c)d\\e\u0000f"))
                .isEqualTo("a\\2ab\\28c\\29d\\5ce\\00f");
        assertThat(LdapText.filterValue("Zoë, O'Neil + x=y/z")).isEqualTo("Zoë, O'Neil + x=y/z");
    }

    @Test
    void rfc4514_section2_4_specialCharactersOfNamesAreEscaped() {
        assertThat(LdapText.nameValue("a,b+c\"d\\e<f>g;h=i#j/k\u0000"))
                .isEqualTo("a\\2Cb\\2Bc\\22d\\5Ce\\3Cf\\3Eg\\3Bh\\3Di\\23j\\2Fk\\00");
        assertThat(LdapText.nameValue(" a b ")).isEqualTo("\\ a b\\ ");
        assertThat(LdapText.nameValue("Zoë*()")).isEqualTo("Zoë*()");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a,ou=x", "a+cn=b", "#6162", " a ", "a\\,b", "\"a\"", "a;b", "a=b", "<>"})
    void anEscapedNameIsOneValue(String name) throws Exception {
        LdapName parsed = new LdapName("uid=" + LdapText.nameValue(name) + ",dc=x");
        assertThat(parsed.size()).isEqualTo(2);
        assertThat(parsed.getRdn(1).size()).isEqualTo(1);
        assertThat(parsed.getRdn(1).getValue()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann", "Ann Lee", "Zoë", "o'hara", "a.b@example.org", "李", "a,b\\c*"})
    void aNameMayBeOfAllLetters(String name) {
        assertThat(LdapText.isName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                " ann",
                "ann ",
                "a  b",
                "a\tb",
                "a\u00A0b",
                "a\u00ADnn",
                "a\u200Bnn",
                "\uFF41nn",
                "ann\u0000",
                "a\uFE0Fnn",
                "a\u034Fnn",
                "\uD800",
                "e\u0301",
                "a\u2003b"
            })
    void aNameThatADirectoryTakesForAnotherIsNone(String name) {
        assertThat(LdapText.isName(name)).isFalse();
    }

    @Test
    void patternsMayStandInParentheses() {
        assertThat(LdapText.alternatives("uid={0},dc=x")).containsExactly("uid={0},dc=x");
        assertThat(LdapText.alternatives("(uid={0},dc=x)(cn={0}\\), dc=y)"))
                .containsExactly("uid={0},dc=x", "cn={0}\\), dc=y");
        assertThatThrownBy(() -> LdapText.alternatives("(uid={0}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsFilledInIsNoPattern() {
        assertThat(LdapText.filled("(&(uid={0})(x={1}))", "{1}", "it's"))
                .isEqualTo("(&(uid={1})(x=it's))");
    }
}
