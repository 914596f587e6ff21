package dev.serval.benchmarks.report;

import java.util.List;

/** GitHub's Markdown. Owned by its writer. */
final class MarkdownPage implements Page {
    private final String charts;
    private final StringBuilder out = new StringBuilder();

    /**
     * @param charts directory of the charts, relative to the page, with a slash at its end
     */
    MarkdownPage(String title, String charts) {
        this.charts = charts;
        out.append("# ").append(title).append("\n\n");
    }

    String text() {
        return out.toString().stripTrailing() + "\n";
    }

    @Override
    public void chapter(String id, String title) {
        out.append("## ").append(title).append("\n\n");
    }

    @Override
    public void section(String title, String brief) {
        out.append("### ").append(title).append("\n\n");
    }

    @Override
    public void paragraph(String text) {
        out.append(text).append("\n\n");
    }

    @Override
    public void table(Table table) {
        if (table.rows().isEmpty()) {
            return;
        }
        paragraph(table.caption() + ":");
        line(table.head());
        out.append("| --- |").append(" ---: |".repeat(table.head().size() - 1)).append('\n');
        table.rows().forEach(this::line);
        out.append('\n');
    }

    @Override
    public void chart(String name, String description) {
        out.append("![").append(description).append("](").append(charts).append(name);
        out.append(".svg)\n\n");
    }

    private void line(List<String> cells) {
        out.append('|');
        for (String cell : cells) {
            out.append(' ').append(cell.replace("|", "\\|")).append(" |");
        }
        out.append('\n');
    }
}
