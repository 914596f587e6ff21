package dev.serval.servlet.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import org.junit.jupiter.api.Test;

class ErrorCallTest {
    private final Exception root = new IllegalStateException("root");

    /** As frameworks older than causes have them. */
    private static final class Older extends ServletException {
        private static final long serialVersionUID = 1;
        private final transient Throwable below;

        Older(String message, Throwable below) {
            super(message);
            this.below = below;
        }

        @Override
        public Throwable getRootCause() {
            return below;
        }
    }

    @Test
    void aWrapperThatSaysSomethingIsToldWithWhatItWraps() {
        ServletException outer = new ServletException("outer", root);
        assertThat(ErrorCall.told(new ServletException(outer))).isSameAs(outer);
    }

    @Test
    void oneThatSaysNothingIsNot() {
        assertThat(ErrorCall.told(new ServletException(root))).isSameAs(root);
        assertThat(ErrorCall.told(new ServletException(root.toString(), root))).isSameAs(root);
    }

    @Test
    void oneWhoseRootCauseIsNotItsCauseIsToldToo() {
        Older outer = new Older("outer", root);
        Throwable told = ErrorCall.told(outer);
        assertThat(told).hasMessageContaining("outer").hasCause(root);
        assertThat(told.getStackTrace()).isEqualTo(outer.getStackTrace());
        Exception cause = new Exception("cause");
        assertThat(ErrorCall.told(new Older("outer", root).initCause(cause)))
                .hasMessageContaining("outer")
                .hasCause(root)
                .hasSuppressedException(cause);
    }
}
