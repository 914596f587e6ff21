package dev.serval.http;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates as HTTP writes them (RFC 9110 §5.6.7). Stateless. */
public final class HttpDate {
    private static final String DAYS = "MonTueWedThuFriSatSun";
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final String TIME = "(\\d\\d):(\\d\\d):(\\d\\d)";
    private static final Pattern IMF =
            Pattern.compile("[A-Z][a-z]{2}, (\\d\\d) ([A-Z][a-z]{2}) (\\d{4}) " + TIME + " GMT");
    private static final Pattern RFC_850 =
            Pattern.compile("[A-Z][a-z]{5,8}, (\\d\\d)-([A-Z][a-z]{2})-(\\d\\d) " + TIME + " GMT");
    private static final Pattern ASCTIME =
            Pattern.compile("[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \\d]\\d) " + TIME + " (\\d{4})");

    private HttpDate() {}

    /** Formats as IMF-fixdate, 29 characters. */
    public static String format(long epochMillis) {
        long seconds = Math.floorDiv(epochMillis, 1000L);
        LocalDateTime t = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(29);
        int day = t.getDayOfWeek().getValue() - 1;
        text.append(DAYS, 3 * day, 3 * day + 3).append(", ");
        two(text, t.getDayOfMonth()).append(' ');
        int month = t.getMonthValue() - 1;
        text.append(MONTHS, 3 * month, 3 * month + 3).append(' ');
        two(text, t.getYear() / 100);
        two(text, t.getYear() % 100).append(' ');
        two(text, t.getHour()).append(':');
        two(text, t.getMinute()).append(':');
        return two(text, t.getSecond()).append(" GMT").toString();
    }

    /**
     * Milliseconds since the epoch, from any of the three forms; -1 when the text is none of them.
     */
    public static long parse(String text) {
        Matcher m = IMF.matcher(text);
        if (m.matches()) {
            return millis(number(m, 3), m.group(2), number(m, 1), m, 4);
        }
        m = RFC_850.matcher(text);
        if (m.matches()) {
            // More than 50 years ahead means the past with the same last digits.
            int now = LocalDate.now(ZoneOffset.UTC).getYear();
            int year = now / 100 * 100 + number(m, 3);
            return millis(year > now + 50 ? year - 100 : year, m.group(2), number(m, 1), m, 4);
        }
        m = ASCTIME.matcher(text);
        if (m.matches()) {
            int day = Integer.parseInt(m.group(2).trim());
            return millis(number(m, 6), m.group(1), day, m, 3);
        }
        return -1;
    }

    private static long millis(int year, String month, int day, Matcher m, int timeGroup) {
        int index = MONTHS.indexOf(month);
        if (index < 0 || index % 3 != 0) {
            return -1;
        }
        int second = number(m, timeGroup + 2);
        try {
            LocalDateTime t =
                    LocalDateTime.of(
                            year,
                            index / 3 + 1,
                            day,
                            number(m, timeGroup),
                            number(m, timeGroup + 1),
                            // RFC 9110 allows the leap second.
                            second == 60 ? 59 : second);
            return t.toEpochSecond(ZoneOffset.UTC) * 1000;
        } catch (DateTimeException e) {
            return -1;
        }
    }

    private static int number(Matcher m, int group) {
        return Integer.parseInt(m.group(group));
    }

    private static StringBuilder two(StringBuilder text, int value) {
        return text.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }
}
