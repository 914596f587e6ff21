package dev.serval.benchmarks;

import java.util.Locale;

/** Numbers as load clients print them. Stateless. */
final class Units {
    private Units() {}

    /** A number with a letter for its thousands, and a letter for what it is, as in 201.51KB. */
    static double amount(String text, int thousand) {
        String number = text.replaceAll("[A-Za-z]+$", "");
        int power = "KMGT".indexOf(Character.toUpperCase((text + " ").charAt(number.length()))) + 1;
        return Double.parseDouble(number) * Math.pow(thousand, power);
    }

    /** A time with its unit, in milliseconds. */
    static double millis(String text) {
        double number = Double.parseDouble(text.replaceAll("[a-z]+$", ""));
        return switch (text.replaceAll("^[0-9.]+", "").toLowerCase(Locale.ROOT)) {
            case "us" -> number / 1000;
            case "ms" -> number;
            case "s" -> number * 1000;
            case "m" -> number * 60_000;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
