package dev.serval.manager;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** The time in reports. Stateless. */
final class Clock {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private Clock() {}

    static String now() {
        return FORMAT.format(LocalDateTime.now());
    }
}
