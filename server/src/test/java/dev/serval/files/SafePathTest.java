package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Security rules 12 and 13 by spelling alone, for file systems that forgive more than this one. */
class SafePathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "WEB-INF",
                "web-inf",
                "Web-Inf",
                "WEB-INF.",
                "WEB-INF...",
                "WEB-INF ",
                "WEB-INF. .",
                " WEB-INF",
                "WEB-INF:",
                "WEB-INF::$INDEX_ALLOCATION",
                "web-inf.:x",
                "META-INF",
                "meta-inf",
                "Meta-Inf.",
                "META-INF ",
                "WEB-\u0131NF",
                "web-\u0131nf"
            })
    void isPrivate(String segment) {
        assertThat(SafePath.isPrivate(segment)).isTrue();
        assertThat(SafePath.accepts("/" + segment, false)).isFalse();
        assertThat(SafePath.accepts("/" + segment + "/web.xml", false)).isFalse();
        assertThat(SafePath.accepts("/sub/" + segment + "/", false)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"WEB-INFO", "WEBINF", "web.inf", "META", "x.WEB-INF", "INF", "WEB-INF.txt"})
    void isNotPrivate(String segment) {
        assertThat(SafePath.isPrivate(segment)).isFalse();
        assertThat(SafePath.accepts("/" + segment, false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "x", "x/y", "//", "//x", "/x//y", "/x//", "/.", "/..", "/./x", "/x/..",
                "/x/../y", "/...", "/.. ", "/ ..", "/ ", "/x/ /y", "/x\\y", "/\\", "/..\\x", "/x\0",
                "/\0", "/x\ny", "/x\ry", "/x\ty", "/\u001f", "/\u007f"
            })
    void refuses(String path) {
        assertThat(SafePath.accepts(path, false)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/x",
                "/x/",
                "/x/y.z",
                "/.hidden",
                "/..x",
                "/x..",
                "/a b",
                "/a:b",
                "/ä"
            })
    void accepts(String path) {
        assertThat(SafePath.accepts(path, false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/x.jsp", "/x.JSP", "/x.jspx", "/x.Jspf", "/x.jsp.", "/x.jsp ", "/.jsp"})
    void isPageSource(String path) {
        assertThat(SafePath.isPageSource(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/x.js", "/xjsp", "/x.jsp.txt", "/x.jsp/y", "/jsp", "/"})
    void isNoPageSource(String path) {
        assertThat(SafePath.isPageSource(path)).isFalse();
    }
}
