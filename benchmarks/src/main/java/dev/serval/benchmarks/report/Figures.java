package dev.serval.benchmarks.report;

import java.util.Locale;

/** How numbers are shown: as many digits as mean something. Stateless. */
final class Figures {
    /** For what was not measured. */
    static final String NONE = "–";

    private Figures() {}

    /** Whole and grouped from 100 on, one decimal from 10 on, else two. */
    static String number(double value) {
        if (!Double.isFinite(value) || value < 0) {
            return NONE;
        }
        String format = value >= 99.95 ? "%,.0f" : value >= 9.995 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    /** How many times: two decimals. */
    static String times(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : NONE;
    }

    /** A share of 0 to 1 in per cent. */
    static String percent(double share) {
        return Double.isFinite(share) && share >= 0
                ? String.format(Locale.ROOT, "%.0f %%", 100 * share)
                : NONE;
    }
}
