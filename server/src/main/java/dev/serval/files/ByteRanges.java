package dev.serval.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The parts of a file that a Range field asks for (RFC 9110 §14.2). Immutable. They do not touch
 * each other and stand in the order in which they were asked for.
 *
 * @param satisfiable whether there is any byte to send; 416 if not
 * @param parts empty if the whole file is sent
 */
record ByteRanges(boolean satisfiable, List<ByteRange> parts) {
    /** The field is ignored: the whole file is sent. */
    static final ByteRanges WHOLE = new ByteRanges(true, List.of());

    /** None of the ranges has a byte of the file: 416. */
    static final ByteRanges UNSATISFIABLE = new ByteRanges(false, List.of());

    /** With more ranges than this the field is ignored (CVE-2011-3192). */
    static final int MOST = 16;

    private static final String UNIT = "bytes=";

    /** One requested range, and its position in the request. */
    private record Asked(int index, ByteRange range) {}

    /**
     * What a Range field selects of a file of that many bytes. Malformed fields, other units and
     * too many ranges select the whole.
     */
    static ByteRanges select(String field, long size) {
        if (!field.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
            return WHOLE;
        }
        List<Asked> asked = new ArrayList<>();
        int count = 0;
        for (String text : field.substring(UNIT.length()).split(",", -1)) {
            String spec = text.strip();
            if (spec.isEmpty()) {
                continue;
            }
            ByteRange range = ByteRange.parse(spec, size);
            if (range == ByteRange.WHOLE || count == MOST) {
                return WHOLE;
            }
            count++;
            if (range != ByteRange.UNSATISFIABLE) {
                asked.add(new Asked(count, range));
            }
        }
        if (asked.isEmpty()) {
            return count > 0 ? UNSATISFIABLE : WHOLE;
        }
        return new ByteRanges(true, merge(asked));
    }

    /** Joins overlapping and adjoining ranges, in the place of the first (RFC 9110 §15.3.7.2). */
    private static List<ByteRange> merge(List<Asked> asked) {
        asked.sort(Comparator.comparingLong(a -> a.range.first()));
        List<Asked> merged = new ArrayList<>();
        for (Asked next : asked) {
            Asked last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last == null || next.range.first() > last.range.last() + 1) {
                merged.add(next);
            } else {
                long end = Math.max(last.range.last(), next.range.last());
                merged.set(
                        merged.size() - 1,
                        new Asked(
                                Math.min(last.index, next.index),
                                new ByteRange(last.range.first(), end)));
            }
        }
        merged.sort(Comparator.comparingInt(Asked::index));
        return merged.stream().map(Asked::range).toList();
    }
}
