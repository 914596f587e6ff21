package dev.serval.benchmarks.report;

/**
 * What a report is written to, from its top to its end; the same calls make a page of every kind.
 * Owned by its writer. In all texts `code` stands between backticks, and *emphasis* between
 * asterisks; everything else is plain.
 */
interface Page {
    /** A chapter. */
    void chapter(String id, String title);

    /**
     * A section of a chapter, up to the next section or chapter. Where a page can fold it away, it
     * is.
     *
     * @param brief what it comes to in a few words, shown where it is folded away; may be empty
     */
    void section(String title, String brief);

    void paragraph(String text);

    void table(Table table);

    /**
     * A chart.
     *
     * @param name of its files, without directory and suffix
     * @param description for whoever does not see it
     */
    void chart(String name, String description);
}
