package dev.serval.files;

import java.util.Comparator;

/**
 * The order of a listing, in the words of Apache httpd's and Tomcat's links: {@code C=N;O=D}.
 * Immutable.
 */
record ListingOrder(Column column, boolean descending) {
    /** By name, upwards. */
    static final ListingOrder DEFAULT = new ListingOrder(Column.NAME, false);

    /** What a listing shows; the letters are those of the links. */
    enum Column {
        NAME('N', "Name", Comparator.comparing(ListingEntry::name, String.CASE_INSENSITIVE_ORDER)),
        SIZE('S', "Size", Comparator.comparingLong(ListingEntry::size)),
        MODIFIED('M', "Modified", Comparator.comparingLong(ListingEntry::modified));

        final char letter;
        final String title;
        private final Comparator<ListingEntry> upwards;

        Column(char letter, String title, Comparator<ListingEntry> upwards) {
            this.letter = letter;
            this.title = title;
            this.upwards = upwards;
        }
    }

    /** The order that a query asks for; unknown parameters and values are ignored. */
    static ListingOrder of(String query) {
        Column column = Column.NAME;
        boolean descending = false;
        for (String word : query == null ? new String[0] : query.split("[;&]", 8)) {
            for (Column each : Column.values()) {
                if (word.equals("C=" + each.letter)) {
                    column = each;
                }
            }
            if (word.equals("O=D") || word.equals("O=A")) {
                descending = word.equals("O=D");
            }
        }
        return new ListingOrder(column, descending);
    }

    /** The link of a column: reversed if the listing already has that order. */
    String link(Column other) {
        return "?C=" + other.letter + ";O=" + (other == column && !descending ? 'D' : 'A');
    }

    Comparator<ListingEntry> comparator(boolean directoriesFirst) {
        Comparator<ListingEntry> order = column.upwards.thenComparing(ListingEntry::name);
        if (descending) {
            order = order.reversed();
        }
        return directoriesFirst
                ? Comparator.comparing((ListingEntry e) -> !e.directory()).thenComparing(order)
                : order;
    }
}
