package dev.serval.examples;

import java.util.Arrays;

/**
 * A line on the board. Immutable.
 *
 * @param colour a number below {@link #COLOURS}; the page defines the colours
 */
public record Stroke(int colour, int thickness, int fromX, int fromY, int toX, int toY) {
    static final int COLOURS = 6;
    static final int THICKEST = 20;
    static final int WIDTH = 640;
    static final int HEIGHT = 400;

    /** Throws IllegalArgumentException for points outside of the board. */
    public Stroke {
        in(0, colour, COLOURS - 1);
        in(1, thickness, THICKEST);
        in(0, fromX, WIDTH);
        in(0, fromY, HEIGHT);
        in(0, toX, WIDTH);
        in(0, toY, HEIGHT);
    }

    private static void in(int least, int value, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(value + " is not in " + least + ".." + most);
        }
    }

    /** Reads the result of {@link #toString}: six numbers. */
    static Stroke of(String line) {
        int[] n = Arrays.stream(line.split(" ", 7)).mapToInt(Integer::parseInt).toArray();
        if (n.length != 6) {
            throw new IllegalArgumentException("not six numbers: " + line);
        }
        return new Stroke(n[0], n[1], n[2], n[3], n[4], n[5]);
    }

    @Override
    public String toString() {
        return colour + " " + thickness + " " + fromX + " " + fromY + " " + toX + " " + toY;
    }
}
