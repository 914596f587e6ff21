package dev.serval.valve.around;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** W3C Trace Context, level 1, §3.2. */
class TraceParentTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";

    @ParameterizedTest
    @ValueSource(strings = {"00-%s-%s-01", "00-%s-%s-00", "cc-%s-%s-01", "cc-%s-%s-01-what.ever"})
    void aValidOneIsTakenUp(String form) {
        String field = form.formatted(TRACE, PARENT);
        TraceParent taken = TraceParent.of(field);
        assertThat(taken.text()).isEqualTo(field);
        assertThat(taken.traceId()).isEqualTo(TRACE);
        assertThat(taken.parentId()).isEqualTo(PARENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-a\nb"
            })
    void anyOtherCountsForNothing(String field) {
        assertThat(TraceParent.of(field)).isNull();
    }

    @Test
    void itsIdsAreHexadecimal() {
        assertThat(TraceParent.of(0x0123456789abcdefL, 0xfedcba9876543210L, 0x00ff99aaL).text())
                .isEqualTo("00-0123456789abcdeffedcba9876543210-0000000000ff99aa-00");
        for (long id = 1; id != 0; id <<= 1) {
            String digits = String.format("%016x", id);
            assertThat(TraceParent.of(id, id, id).text())
                    .isEqualTo("00-" + digits + digits + "-" + digits + "-00");
        }
    }

    @Test
    void oneThatIsMadeIsValidAndLikeNoOther() {
        TraceParent made = TraceParent.made();
        assertThat(TraceParent.of(made.text()).text()).isEqualTo(made.text());
        assertThat(made.text()).startsWith("00-").endsWith("-00");
        assertThat(TraceParent.made().text()).isNotEqualTo(made.text());
    }
}
