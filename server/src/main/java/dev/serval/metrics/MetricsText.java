package dev.serval.metrics;

import java.io.IOException;
import java.util.Map;

/**
 * Writes figures in the text format of Prometheus (version 0.0.4), or in OpenMetrics 1.0, which
 * differs in the names of counters and in its end. Used by one thread.
 */
public final class MetricsText {
    /** The Content-Type of Prometheus' own format. */
    public static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    /** The Content-Type of OpenMetrics. */
    public static final String OPEN_METRICS =
            "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final Appendable out;
    private final boolean open;

    /**
     * @param open for OpenMetrics
     */
    public MetricsText(Appendable out, boolean open) {
        this.out = out;
        this.open = open;
    }

    /**
     * Begins a counter, whose samples follow.
     *
     * @param name ends with {@code _total}
     */
    public void counter(String name, String help) throws IOException {
        head(open ? name.substring(0, name.length() - "_total".length()) : name, "counter", help);
    }

    public void gauge(String name, String help) throws IOException {
        head(name, "gauge", help);
    }

    public void histogram(String name, String help) throws IOException {
        head(name, "histogram", help);
    }

    private void head(String name, String type, String help) throws IOException {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    /**
     * A sample.
     *
     * @param labels names and values in turn
     */
    public void sample(String name, long value, String... labels) throws IOException {
        labelled(name, labels);
        out.append(Long.toString(value)).append('\n');
    }

    /** A sample in seconds. */
    public void seconds(String name, long nanos, String... labels) throws IOException {
        labelled(name, labels);
        out.append(Double.toString(nanos / 1e9)).append('\n');
    }

    private void labelled(String name, String... labels) throws IOException {
        out.append(name);
        for (int i = 0; i < labels.length; i += 2) {
            out.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
            escape(labels[i + 1]);
            out.append('"');
        }
        out.append(labels.length == 0 ? " " : "} ");
    }

    private void escape(String value) throws IOException {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '"' -> out.append("\\\"");
                case '\n' -> out.append("\\n");
                default -> out.append(c);
            }
        }
    }

    /** The samples of a histogram of seconds. */
    public void latency(String name, LatencyHistogram latency, long nanos, String... labels)
            throws IOException {
        String[] more = new String[labels.length + 2];
        System.arraycopy(labels, 0, more, 0, labels.length);
        more[labels.length] = "le";
        long all = 0;
        for (int i = 0; i < LatencyHistogram.COUNT; i++) {
            all += latency.count(i);
            more[labels.length + 1] = LatencyHistogram.bound(i);
            sample(name + "_bucket", all, more);
        }
        all += latency.count(LatencyHistogram.COUNT);
        more[labels.length + 1] = "+Inf";
        sample(name + "_bucket", all, more);
        seconds(name + "_sum", nanos, labels);
        sample(name + "_count", all, labels);
    }

    /** Samples of one counter by one more label. */
    public void samples(String name, Map<String, Long> values, String label, String... labels)
            throws IOException {
        String[] more = new String[labels.length + 2];
        System.arraycopy(labels, 0, more, 0, labels.length);
        more[labels.length] = label;
        for (Map.Entry<String, Long> each : values.entrySet()) {
            more[labels.length + 1] = each.getKey();
            sample(name, each.getValue(), more);
        }
    }

    /** Ends the text: nothing follows. */
    public void end() throws IOException {
        if (open) {
            out.append("# EOF\n");
        }
    }
}
