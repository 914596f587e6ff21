package dev.serval.servlet.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.servlet.AppContext;
import dev.serval.servlet.ContextBuilder;
import dev.serval.servlet.TestServlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §12.2, and the values of HttpServletMapping. */
class MappingTableTest {
    private static MappingTable table(String... patterns) {
        ContextBuilder builder = AppContext.builder("");
        for (String pattern : patterns) {
            builder.servlet("<" + pattern + ">", TestServlet.says(pattern), -1, pattern);
        }
        return MappingTable.of(builder.build().registrations());
    }

    private static final MappingTable ALL =
            table("", "/", "/exact", "/a/*", "/a/b/*", "/a/b/exact", "*.do", "*.x", "/docs/*");

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource(
            nullValues = "-",
            value = {
                "/,          '',         CONTEXT_ROOT, '',     '',           /",
                "/exact,     /exact,     EXACT,        exact,  /exact,       -",
                "/exact/,    /,          DEFAULT,      '',     /exact/,      -",
                "/exactly,   /,          DEFAULT,      '',     /exactly,     -",
                "/a,         /a/*,       PATH,         '',     /a,           -",
                "/a/,        /a/*,       PATH,         '',     /a,           /",
                "/a/c,       /a/*,       PATH,         c,      /a,           /c",
                "/a/c/d,     /a/*,       PATH,         c/d,    /a,           /c/d",
                "/ab,        /,          DEFAULT,      '',     /ab,          -",
                "/a/b,       /a/b/*,     PATH,         '',     /a/b,         -",
                "/a/b/c,     /a/b/*,     PATH,         c,      /a/b,         /c",
                "/a/b/exact, /a/b/exact, EXACT,        a/b/exact, /a/b/exact, -",
                "/a/bc,      /a/*,       PATH,         bc,     /a,           /bc",
                "/a/x.do,    /a/*,       PATH,         x.do,   /a,           /x.do",
                "/x.do,      *.do,       EXTENSION,    x,      /x.do,        -",
                "/y/x.do,    *.do,       EXTENSION,    y/x,    /y/x.do,      -",
                "/.do,       *.do,       EXTENSION,    '',     /.do,         -",
                "/x.y.do,    *.do,       EXTENSION,    x.y,    /x.y.do,      -",
                "/x.do/y,    /,          DEFAULT,      '',     /x.do/y,      -",
                "/x.DO,      /,          DEFAULT,      '',     /x.DO,        -",
                "/x.dot,     /,          DEFAULT,      '',     /x.dot,       -",
                "/x.,        /,          DEFAULT,      '',     /x.,          -",
                "/do,        /,          DEFAULT,      '',     /do,          -",
                "/z,         /,          DEFAULT,      '',     /z,           -"
            })
    void choosesByKindThenByLength(
            String path,
            String pattern,
            String kind,
            String value,
            String servletPath,
            String pathInfo) {
        ServletMatch match = ALL.match(path);
        assertThat(match.getPattern()).isEqualTo(pattern);
        assertThat(match.getServletName()).isEqualTo("<" + pattern + ">");
        assertThat(match.getMappingMatch().name()).isEqualTo(kind);
        assertThat(match.getMatchValue()).isEqualTo(value);
        assertThat(match.servletPath()).isEqualTo(servletPath);
        assertThat(match.pathInfo()).isEqualTo(pathInfo);
    }

    @Test
    void aPrefixOfEverythingHasNoServletPath() {
        ServletMatch match = table("/*", "*.do").match("/x.do");
        assertThat(match.getPattern()).isEqualTo("/*");
        assertThat(match.servletPath()).isEmpty();
        assertThat(match.pathInfo()).isEqualTo("/x.do");
        assertThat(match.getMatchValue()).isEqualTo("x.do");
    }

    @Test
    void theContextRootWinsOverAPrefixOfEverything() {
        assertThat(table("/*", "").match("/").getPattern()).isEmpty();
    }

    @Test
    void whatNothingIsMappedToHasNoMatch() {
        MappingTable table = table("/a", "*.do", "/b/*", "");
        assertThat(table.match("/c")).isNull();
        assertThat(table.match("/a/")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/*", "*", "*.", "*.a/b", "x.do", "/a\nb"})
    void refusesMalformedPatterns(String pattern) {
        assertThatThrownBy(() -> table(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("§12.2");
    }

    @Test
    void refusesOnePatternForTwoServlets() {
        AppContext context =
                AppContext.builder("")
                        .servlet("one", TestServlet.says("1"), -1, "/a")
                        .servlet("two", TestServlet.says("2"), -1, "/a")
                        .build();
        assertThatThrownBy(() -> MappingTable.of(context.registrations()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("one", "two", "'/a'");
    }
}
