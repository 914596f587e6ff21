package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import java.awt.Color;
import java.awt.Font;
import java.awt.Paint;
import java.util.List;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.labels.CategoryItemLabelGenerator;
import org.jfree.chart.labels.ItemLabelAnchor;
import org.jfree.chart.labels.ItemLabelPosition;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * The medians of a scenario as bars that lie, the longest first, Serval's in a colour of their own.
 * Stateless.
 */
final class BarChart {
    static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    static final Color GRID = new Color(0x8c8c8c);

    private static final Color SERVAL = new Color(0xc8781e);
    private static final Color PEER = new Color(0x7a8a99);
    private static final int WIDTH = 760;
    private static final int BAR = 26;
    private static final int AXIS = 64;

    private BarChart() {}

    /** The chart of a scenario that has measured something. */
    static ChartFile of(NamedResult named, ScenarioResult scenario) {
        List<Row> rows = new Ranking(scenario).largestFirst();
        DefaultCategoryDataset bars = new DefaultCategoryDataset();
        rows.forEach(row -> bars.addValue(Ranking.median(row), scenario.unit(), row.server()));
        CategoryAxis names = new CategoryAxis();
        names.setTickLabelFont(FONT);
        names.setTickLabelPaint(ChartFile.INK);
        names.setAxisLineVisible(false);
        names.setTickMarksVisible(false);
        names.setCategoryMargin(0.25);
        names.setMaximumCategoryLabelWidthRatio(0.5f);
        NumberAxis values =
                axis(scenario.unit() + (scenario.higherIsBetter() ? "" : " (less is better)"));
        // Room for the label behind the longest.
        values.setUpperMargin(0.55);
        CategoryPlot plot = new CategoryPlot(bars, names, values, renderer(rows));
        plot.setOrientation(PlotOrientation.HORIZONTAL);
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setRangeGridlinePaint(GRID);
        JFreeChart chart = new JFreeChart(null, null, plot, false);
        return new ChartFile(
                named.chart(scenario.name()),
                description(scenario, rows),
                chart,
                WIDTH,
                AXIS + BAR * rows.size());
    }

    static NumberAxis axis(String title) {
        NumberAxis axis = new NumberAxis(title);
        axis.setTickLabelFont(FONT);
        axis.setLabelFont(FONT);
        axis.setTickLabelPaint(ChartFile.INK);
        axis.setLabelPaint(ChartFile.INK);
        return axis;
    }

    private static BarRenderer renderer(List<Row> rows) {
        BarRenderer renderer = new Coloured(rows);
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        CategoryItemLabelGenerator labels = new Labels(rows);
        renderer.setDefaultItemLabelGenerator(labels);
        renderer.setDefaultItemLabelsVisible(true);
        renderer.setDefaultItemLabelFont(FONT);
        renderer.setDefaultItemLabelPaint(ChartFile.INK);
        renderer.setDefaultPositiveItemLabelPosition(
                new ItemLabelPosition(ItemLabelAnchor.OUTSIDE3, TextAnchor.CENTER_LEFT));
        return renderer;
    }

    private static String description(ScenarioResult scenario, List<Row> rows) {
        return scenario.name()
                + ", "
                + scenario.unit()
                + ": "
                + rows.stream()
                        .map(row -> row.server() + " " + Figures.number(Ranking.median(row)))
                        .collect(Collectors.joining(", "));
    }

    private static final class Coloured extends BarRenderer {
        private static final long serialVersionUID = 1;

        private final transient List<Row> rows;

        Coloured(List<Row> rows) {
            this.rows = rows;
        }

        @Override
        public Paint getItemPaint(int row, int column) {
            return Ranking.isServal(rows.get(column).server()) ? SERVAL : PEER;
        }
    }

    private static final class Labels extends StandardCategoryItemLabelGenerator {
        private static final long serialVersionUID = 1;

        private final transient List<Row> rows;

        Labels(List<Row> rows) {
            this.rows = rows;
        }

        @Override
        public String generateLabel(CategoryDataset bars, int row, int column) {
            return Spread.of(rows.get(column), Round::value).text();
        }
    }
}
