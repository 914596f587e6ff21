package dev.serval.benchmarks.report;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;

/**
 * A chart as SVG, which follows the reader's choice of light or dark, and as PNG. Immutable.
 *
 * @param name of its files without suffix
 * @param description for whoever does not see it
 * @param width pixels
 * @param height pixels
 */
record ChartFile(String name, String description, JFreeChart chart, int width, int height) {
    /** Drawn with this, which stands for the colour of text in the SVG. */
    static final Color INK = new Color(1, 1, 1);

    private static final String STYLE =
            "<style>svg{color:#2a221a}"
                    + "@media(prefers-color-scheme:dark){svg{color:#efe7db}}</style>";

    /** Into a directory, which is made. */
    void writeSvg(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(name + ".svg"), svg());
    }

    /** Into a directory, which is made. */
    void writePng(Path directory) throws IOException {
        Files.createDirectories(directory);
        chart.setBackgroundPaint(Color.WHITE);
        ChartUtils.saveChartAsPNG(
                directory.resolve(name + ".png").toFile(), chart, width, height, null, true, 9);
    }

    String svg() throws IOException {
        chart.setBackgroundPaint(null);
        VectorGraphics2D graphics = new VectorGraphics2D();
        chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new SVGProcessor()
                .getDocument(graphics.getCommands(), new PageSize(width, height))
                .writeTo(bytes);
        return bytes.toString(StandardCharsets.UTF_8)
                // A document type that nobody should load.
                .replaceFirst("<!DOCTYPE[^>]*>\\s*", "")
                .replaceFirst(
                        "(<svg [^>]*)>", "$1 role=\"img\"><title>" + title() + "</title>" + STYLE)
                .replace("rgb(1,1,1)", "currentColor")
                // As wide as the font that was measured.
                .replaceAll(
                        "font-family:&quot;[^;]*&quot;",
                        "font-family:DejaVu Sans,Verdana,sans-serif")
                // Of coordinates a tenth is enough; figures that are read stay.
                .replaceAll("(\\.\\d)\\d+(?=[^<>]*>)", "$1");
    }

    private String title() {
        return description.replace("&", "&amp;").replace("<", "&lt;").replace("$", "\\$");
    }
}
