package dev.serval.settings;

import java.util.Collection;
import java.util.Locale;

/** Finds the name that a mistyped one may stand for. Pure. */
public final class NearestName {
    private NearestName() {}

    /** The known name that is closest to a mistyped one; null if none is close. */
    public static String of(String typed, Collection<String> known) {
        String best = null;
        int bestDistance = Math.max(2, typed.length() / 4) + 1;
        String wanted = lower(typed);
        for (String name : known) {
            if (Math.abs(typed.length() - name.length()) >= bestDistance) {
                continue; // applications may ask for many names that do not exist
            }
            int distance = distance(wanted, lower(name));
            boolean closer = distance < bestDistance;
            if (closer && distance < Math.max(typed.length(), name.length()) - 1) {
                best = name;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** The question to append to a message; empty if no name is close. */
    public static String hint(String typed, Collection<String> known) {
        String name = of(typed, known);
        return name == null ? "" : " (did you mean " + name + "?)";
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Insertions, deletions, changes, and swaps of two neighbours. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int best = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1);
                best = Math.min(best, d[i - 1][j - 1] + change);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    best = Math.min(best, d[i - 2][j - 2] + 1);
                }
                d[i][j] = best;
            }
        }
        return d[a.length()][b.length()];
    }
}
