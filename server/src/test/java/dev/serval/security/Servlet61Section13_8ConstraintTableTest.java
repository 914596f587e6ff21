package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.security.Access.Requirement;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Constraints of one pattern are combined, and of several patterns the best match counts. */
class Servlet61Section13_8ConstraintTableTest {
    private static SecurityConstraint constraint(
            Set<String> roles, boolean confidential, Set<String> methods, String... patterns) {
        return new SecurityConstraint(
                new SecurityConstraint.Collection(List.of(patterns), methods, Set.of()),
                roles,
                confidential);
    }

    private static SecurityConstraint omitting(Set<String> roles, String pattern, String... out) {
        return new SecurityConstraint(
                new SecurityConstraint.Collection(List.of(pattern), Set.of(), Set.of(out)),
                roles,
                false);
    }

    private static ConstraintTable table(SecurityConstraint... constraints) {
        return new ConstraintTable(List.of(constraints), false);
    }

    /** The example of the specification, its table row by row. */
    @ParameterizedTest(name = "{1} {0}")
    @CsvSource({
        "/x, PUT, DENIED, '', false",
        "/x, GET, OPEN, '', false",
        "/acme/wholesale/x, DELETE, DENIED, '', false",
        "/acme/wholesale/x, GET, ROLES, CONTRACTOR SALESCLERK, false",
        "/acme/wholesale/x, POST, ROLES, CONTRACTOR, true",
        "/acme/retail/x, TRACE, DENIED, '', false",
        "/acme/retail/x, GET, ROLES, CONTRACTOR HOMEOWNER, false",
        "/acme/retail/x, POST, ROLES, CONTRACTOR HOMEOWNER, false",
    })
    void section13_8_2_theExampleOfTheSpecification(
            String path, String method, Requirement kind, String roles, boolean confidential) {
        ConstraintTable table =
                table(
                        omitting(Set.of(), "/*", "GET", "POST"),
                        omitting(Set.of(), "/acme/wholesale/*", "GET", "POST"),
                        omitting(Set.of(), "/acme/retail/*", "GET", "POST"),
                        constraint(Set.of("SALESCLERK"), false, Set.of("GET"), "/acme/wholesale/*"),
                        constraint(Set.of("CONTRACTOR"), false, Set.of("GET"), "/acme/wholesale/*"),
                        constraint(Set.of("CONTRACTOR"), true, Set.of("POST"), "/acme/wholesale/*"),
                        constraint(
                                Set.of("CONTRACTOR", "HOMEOWNER"),
                                false,
                                Set.of("GET", "POST"),
                                "/acme/retail/*"));
        Access access = table.access(method, path);
        assertThat(access.kind()).isEqualTo(kind);
        assertThat(access.confidential()).isEqualTo(confidential);
        assertThat(String.join(" ", new java.util.TreeSet<>(access.roles()))).isEqualTo(roles);
    }

    @Test
    void section13_8_1_nobodyOverridesEverybodyWhoOverridesRoles() {
        ConstraintTable table =
                table(
                        constraint(Set.of("a"), true, Set.of(), "/a"),
                        constraint(null, false, Set.of(), "/a"),
                        constraint(Set.of("a"), true, Set.of(), "/b"),
                        constraint(null, true, Set.of(), "/b"),
                        constraint(Set.of(), false, Set.of(), "/b"));
        assertThat(table.access("GET", "/a")).isEqualTo(Access.OPEN);
        assertThat(table.access("GET", "/b").kind()).isEqualTo(Requirement.DENIED);
    }

    @Test
    void section13_8_1_tlsIsNeededWhereEveryConstraintNeedsIt() {
        ConstraintTable table =
                table(
                        constraint(Set.of("a"), true, Set.of(), "/a"),
                        constraint(Set.of("b"), true, Set.of(), "/a"),
                        constraint(Set.of("a"), true, Set.of(), "/b"),
                        constraint(Set.of("b"), false, Set.of(), "/b"));
        assertThat(table.access("GET", "/a").confidential()).isTrue();
        assertThat(table.access("GET", "/b").confidential()).isFalse();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "/exact, exact",
        "/a, prefix",
        "/a/x.do, prefix",
        "/a/b/c, longer",
        "/ab/x.do, extension",
        "/x.do/y, default",
        "/, root",
        "/other, default"
    })
    void section13_8_3_theBestMatchAloneCounts(String path, String role) {
        ConstraintTable table =
                table(
                        constraint(Set.of("exact"), false, Set.of(), "/exact"),
                        constraint(Set.of("prefix"), false, Set.of(), "/a/*"),
                        constraint(Set.of("longer"), false, Set.of(), "/a/b/*"),
                        constraint(Set.of("extension"), false, Set.of(), "*.do"),
                        constraint(Set.of("root"), false, Set.of(), ""),
                        constraint(Set.of("default"), false, Set.of(), "/"));
        assertThat(table.access("GET", path).roles()).containsExactly(role);
    }

    @Test
    void section13_8_3_aMethodThatTheBestMatchLeavesOutIsNotConstrained() {
        ConstraintTable table =
                table(
                        constraint(Set.of("a"), false, Set.of(), "/*"),
                        constraint(Set.of("a"), false, Set.of("POST"), "/open"));
        assertThat(table.access("GET", "/open")).isEqualTo(Access.OPEN);
        assertThat(table.access("GET", "/other").kind()).isEqualTo(Requirement.ROLES);
    }

    @Test
    void rule15_whatIsSaidOfGetHoldsForHead() {
        ConstraintTable table =
                table(
                        constraint(Set.of("a"), false, Set.of("GET"), "/a"),
                        constraint(Set.of("b"), false, Set.of("HEAD"), "/b"),
                        constraint(Set.of("a"), false, Set.of("GET"), "/b"));
        assertThat(table.access("HEAD", "/a").roles()).containsExactly("a");
        assertThat(table.access("HEAD", "/b").roles()).containsExactly("b");
        assertThat(table.access("head", "/a")).as("another method").isEqualTo(Access.OPEN);
    }

    @Test
    void section13_8_4_2_uncoveredMethodsAreDeniedOnRequest() {
        List<SecurityConstraint> all =
                List.of(
                        constraint(Set.of("a"), false, Set.of("GET"), "/a"),
                        omitting(Set.of("a"), "/b", "GET"));
        ConstraintTable table = new ConstraintTable(all, true);
        assertThat(table.access("POST", "/a").kind()).isEqualTo(Requirement.DENIED);
        assertThat(table.access("GET", "/a").kind()).isEqualTo(Requirement.ROLES);
        assertThat(table.access("HEAD", "/a").kind()).isEqualTo(Requirement.ROLES);
        assertThat(table.access("GET", "/b").kind()).isEqualTo(Requirement.DENIED);
        assertThat(table.access("GET", "/c")).isEqualTo(Access.OPEN);
    }

    /** Of a file that has two paths: the first is its own. */
    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource({
        "PUT, /archive/a, /dav/archive/a, true",
        "PUT, /archive, /dav/archive, true",
        "GET, /archive/a, /dav/archive/a, false",
        // The pattern matches both, so the best match of the other path decides there.
        "PUT, /archive/a, /archive/b, false",
        "DELETE, /x, /dav/x, false",
        "PUT, /x.key, /dav/x.key, true",
        "PUT, /x.key, /dav/x, true",
        "PUT, /one, /dav/one, true",
        "PUT, /one, /one, false",
        // Nobody has said anything of it.
        "PUT, /get/a, /dav/get/a, false",
        "HEAD, /get/a, /dav/get/a, false",
        "HEAD, /noget/a, /dav/noget/a, true",
    })
    void aConstraintClosesAFileWhereItSpeaksOfItsOwnPathAlone(
            String method, String path, String other, boolean closes) {
        Set<String> changes = Set.of("PUT", "DELETE");
        ConstraintTable table =
                new ConstraintTable(
                        List.of(
                                constraint(Set.of(), false, changes, "/archive/*", "*.key", "/one"),
                                constraint(Set.of(), false, changes, "/"),
                                constraint(Set.of(), false, Set.of("GET"), "/noget/*"),
                                constraint(Set.of("a"), false, Set.of("GET"), "/get/*")),
                        true);
        assertThat(table.closes(method, path, other)).isEqualTo(closes);
    }
}
