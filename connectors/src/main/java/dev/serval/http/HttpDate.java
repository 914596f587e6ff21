package dev.serval.http;

import dev.serval.buffer.Ascii;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Dates in fields (RFC 9110 §5.6.7): written as IMF-fixdate, read in all three forms. Stateless.
 */
public final class HttpDate {
    /** Characters of an IMF-fixdate. */
    public static final int LENGTH = 29;

    private static final String DAYS = "MonTueWedThuFriSatSun";
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final String[] LONG_DAYS = {
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"
    };
    private static final byte[] TEMPLATE = Ascii.bytes("Xxx, 00 Xxx 0000 00:00:00 GMT");
    private static final long DAY = 86_400_000;
    private static final long FIRST = LocalDate.of(0, 1, 1).toEpochDay() * DAY;
    private static final long LAST = LocalDate.of(10_000, 1, 1).toEpochDay() * DAY - 1;

    private HttpDate() {}

    /**
     * Formats as IMF-fixdate, 29 characters; a time outside of the years 0 to 9999 as the nearest
     * one inside.
     */
    public static String format(long epochMillis) {
        byte[] text = new byte[LENGTH];
        format(epochMillis, text, 0);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** Like {@link #format(long)}: puts 29 bytes into {@code target}, and does not allocate. */
    public static void format(long epochMillis, byte[] target, int offset) {
        long millis = Math.max(FIRST, Math.min(LAST, epochMillis));
        long day = Math.floorDiv(millis, DAY);
        int second = (int) (Math.floorMod(millis, DAY) / 1000);
        // Years that begin in March put the leap day at their end, and 400 of them repeat.
        long shifted = day + 719_468;
        long era = Math.floorDiv(shifted, 146_097L);
        int dayOfEra = (int) (shifted - era * 146_097);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int fromMarch = (5 * dayOfYear + 2) / 153;
        int dayOfMonth = dayOfYear - (153 * fromMarch + 2) / 5 + 1;
        int month = fromMarch < 10 ? fromMarch + 2 : fromMarch - 10;
        int year = (int) (yearOfEra + era * 400) + (month < 2 ? 1 : 0);

        System.arraycopy(TEMPLATE, 0, target, offset, LENGTH);
        name(DAYS, (int) Math.floorMod(day + 3, 7L), target, offset);
        two(dayOfMonth, target, offset + 5);
        name(MONTHS, month, target, offset + 8);
        two(year / 100, target, offset + 12);
        two(year % 100, target, offset + 14);
        two(second / 3600, target, offset + 17);
        two(second / 60 % 60, target, offset + 20);
        two(second % 60, target, offset + 23);
    }

    /** Milliseconds since the epoch, from any of the three forms; -1 for any other text. */
    public static long parse(String text) {
        return parse(text, System.currentTimeMillis());
    }

    /**
     * @param now decides the century of a year of two digits: at most 50 years ahead
     */
    static long parse(String text, long now) {
        int comma = text.indexOf(',');
        if (comma == 3) {
            return fixdate(text);
        }
        return comma < 0 ? asctime(text) : rfc850(text, comma, now);
    }

    /** {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
    private static long fixdate(String text) {
        if (text.length() != LENGTH
                || index(DAYS, text, 0) < 0
                || !text.startsWith(", ", 3)
                || text.charAt(7) != ' '
                || text.charAt(11) != ' '
                || text.charAt(16) != ' '
                || !text.endsWith(" GMT")) {
            return -1;
        }
        return millis(
                number(text, 12, 4), index(MONTHS, text, 8), number(text, 5, 2), time(text, 17));
    }

    /** {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
    private static long rfc850(String text, int comma, long now) {
        boolean named = false;
        for (String day : LONG_DAYS) {
            named |= day.length() == comma && text.startsWith(day);
        }
        int at = comma + 2;
        if (!named
                || text.length() != at + 22
                || text.charAt(comma + 1) != ' '
                || text.charAt(at + 2) != '-'
                || text.charAt(at + 6) != '-'
                || text.charAt(at + 9) != ' '
                || !text.endsWith(" GMT")) {
            return -1;
        }
        int digits = number(text, at + 7, 2);
        if (digits < 0) {
            return -1;
        }
        int thisYear = LocalDate.ofEpochDay(Math.floorDiv(now, DAY)).getYear();
        int year = thisYear - thisYear % 100 + digits;
        if (year > thisYear + 50) {
            year -= 100;
        } else if (year <= thisYear - 50) {
            year += 100;
        }
        return millis(year, index(MONTHS, text, at + 3), number(text, at, 2), time(text, at + 10));
    }

    /** {@code Sun Nov 6 08:49:37 1994}. */
    private static long asctime(String text) {
        if (text.length() != 24
                || index(DAYS, text, 0) < 0
                || text.charAt(3) != ' '
                || text.charAt(7) != ' '
                || text.charAt(10) != ' '
                || text.charAt(19) != ' ') {
            return -1;
        }
        int day = text.charAt(8) == ' ' ? number(text, 9, 1) : number(text, 8, 2);
        return millis(number(text, 20, 4), index(MONTHS, text, 4), day, time(text, 11));
    }

    private static long millis(int year, int month, int day, int second) {
        if (year < 0 || month < 0 || day < 1 || second < 0) {
            return -1;
        }
        if (day > YearMonth.of(year, month + 1).lengthOfMonth()) {
            return -1;
        }
        return LocalDate.of(year, month + 1, day).toEpochDay() * DAY + second * 1000L;
    }

    /** Seconds of {@code 08:49:37}; a leap second is the first one of the next minute. */
    private static int time(String text, int at) {
        int hour = number(text, at, 2);
        int minute = number(text, at + 3, 2);
        int second = number(text, at + 6, 2);
        boolean valid =
                hour >= 0
                        && hour < 24
                        && minute >= 0
                        && minute < 60
                        && second >= 0
                        && second <= 60
                        && text.charAt(at + 2) == ':'
                        && text.charAt(at + 5) == ':';
        return valid ? (hour * 60 + minute) * 60 + second : -1;
    }

    private static int number(String text, int at, int digits) {
        int value = 0;
        for (int i = at; i < at + digits; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** The index of the three-letter name that stands there; -1 if it is none. */
    private static int index(String names, String text, int at) {
        for (int i = 0; i < names.length(); i += 3) {
            if (text.regionMatches(at, names, i, 3)) {
                return i / 3;
            }
        }
        return -1;
    }

    private static void name(String names, int index, byte[] target, int at) {
        for (int i = 0; i < 3; i++) {
            target[at + i] = (byte) names.charAt(3 * index + i);
        }
    }

    private static void two(int value, byte[] target, int at) {
        target[at] = (byte) ('0' + value / 10);
        target[at + 1] = (byte) ('0' + value % 10);
    }
}
