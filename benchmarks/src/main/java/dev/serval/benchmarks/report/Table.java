package dev.serval.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a page; the first column names the row. Immutable.
 *
 * @param caption what it shows
 * @param head titles of the columns
 * @param rows as many cells as there are columns
 */
record Table(String caption, List<String> head, List<List<String>> rows) {
    Table {
        head = List.copyOf(head);
        rows = List.copyOf(rows);
    }

    /** Without the columns in which no row says anything. */
    Table withoutEmptyColumns() {
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < head.size(); i++) {
            int column = i;
            boolean says =
                    rows.stream()
                            .map(row -> row.get(column))
                            .anyMatch(cell -> !cell.isEmpty() && !cell.equals(Figures.NONE));
            if (i == 0 || says) {
                kept.add(i);
            }
        }
        return new Table(
                caption,
                kept.stream().map(head::get).toList(),
                rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
    }
}
