package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Series;
import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** One quantity over time, a line for each server. Stateless. */
final class CurveChart {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 320;
    private static final List<Color> COLOURS =
            List.of(
                    new Color(0xc8781e),
                    new Color(0x3f7fbf),
                    new Color(0x4d9a4d),
                    new Color(0xa062b0),
                    new Color(0xc0504d),
                    new Color(0x7a8a99));

    private CurveChart() {}

    /**
     * @param series of the same name, one for each server
     */
    static ChartFile of(NamedResult named, List<Series> series) {
        String name = series.get(0).name();
        XYSeriesCollection lines = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
        renderer.setDrawSeriesLineAsPath(true);
        for (Series curve : series) {
            int index = lines.getSeriesCount();
            XYSeries line = new XYSeries(curve.server());
            int count = Math.min(curve.seconds().size(), curve.values().size());
            for (int i = 0; i < count; i++) {
                line.add(curve.seconds().get(i), curve.values().get(i));
            }
            lines.addSeries(line);
            renderer.setSeriesPaint(index, COLOURS.get(index % COLOURS.size()));
            renderer.setSeriesStroke(index, new BasicStroke(1.5f));
        }
        // The load, in brackets, is in the heading; the axis is too short for it.
        String quantity = name.replaceFirst(" \\(.*", "");
        XYPlot plot =
                new XYPlot(lines, BarChart.axis("seconds"), BarChart.axis(quantity), renderer);
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinePaint(BarChart.GRID);
        JFreeChart chart = new JFreeChart(null, null, plot, false);
        LegendTitle legend = new LegendTitle(plot);
        legend.setItemFont(BarChart.FONT);
        legend.setItemPaint(ChartFile.INK);
        legend.setBackgroundPaint(null);
        legend.setFrame(BlockBorder.NONE);
        legend.setPosition(RectangleEdge.BOTTOM);
        chart.addSubtitle(legend);
        return new ChartFile(named.chart(name), description(name, series), chart, WIDTH, HEIGHT);
    }

    private static String description(String name, List<Series> series) {
        return name
                + " over time: "
                + series.stream()
                        .filter(curve -> !curve.values().isEmpty())
                        .map(
                                curve ->
                                        curve.server()
                                                + " at most "
                                                + Figures.number(
                                                        curve.values().stream()
                                                                .mapToDouble(Double::doubleValue)
                                                                .max()
                                                                .orElse(Double.NaN)))
                        .collect(Collectors.joining(", "));
    }
}
