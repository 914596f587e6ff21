package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What JSP and WebSocket cost where no application needs them: the packed server with these
 * extensions and without, from its script to the first answer of a small application, and its
 * memory then. Both take turns, as they were started before.
 */
public final class UnusedExtensions {
    private enum Variant {
        WITH,
        WITHOUT
    }

    /**
     * @param heapKb after a collection
     */
    private record Figures(double millis, double heapKb, double residentKb) {}

    private static final Path MADE =
            Path.of(System.getProperty("serval.benchmarks"), "target/deploy");
    private static final String APPLICATION = "app";
    private static final double KB_PER_MIB = 1024;

    private UnusedExtensions() {}

    /**
     * @param args {@code --rounds N} (7)
     */
    public static void main(String[] args) throws Exception {
        int rounds = 7;
        for (int i = 0; i < args.length; i++) {
            if (!args[i].equals("--rounds") || i + 1 == args.length) {
                System.err.println("unknown: " + args[i]);
                System.exit(2);
            }
            rounds = Integer.parseInt(args[++i]);
        }
        Path work = Files.createTempDirectory("extensions");
        try {
            print(measure(work, rounds));
        } finally {
            InstalledServer.delete(work);
        }
    }

    private static Map<Variant, List<Figures>> measure(Path work, int rounds)
            throws IOException, InterruptedException {
        Map<Variant, List<Figures>> figures = new EnumMap<>(Variant.class);
        for (Variant variant : Variant.values()) {
            figures.put(variant, new ArrayList<>());
            prepare(variant, work.resolve(variant.name()));
        }
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < 2; turn++) {
                Variant variant = Variant.values()[(round + turn) % 2];
                Figures one = start(work.resolve(variant.name()));
                figures.get(variant).add(one);
                System.out.printf(
                        Locale.ROOT,
                        "%-8s %6.0f ms, heap %6.1f MiB, resident %6.1f MiB%n",
                        variant.name().toLowerCase(Locale.ROOT),
                        one.millis,
                        one.heapKb / KB_PER_MIB,
                        one.residentKb / KB_PER_MIB);
            }
        }
        return figures;
    }

    /** A base that was started once. */
    private static void prepare(Variant variant, Path base)
            throws IOException, InterruptedException {
        InstalledServer.SERVAL.unpack(base, MADE, null);
        WebApplication.create(base.resolve("webapps").resolve(APPLICATION));
        List<Path> extensions;
        try (Stream<Path> all = Files.list(base.resolve("lib/extensions"))) {
            extensions =
                    all.filter(f -> f.getFileName().toString().matches(".*(jsp|websocket).*"))
                            .toList();
        }
        for (Path extension : variant == Variant.WITHOUT ? extensions : List.<Path>of()) {
            System.out.println("without " + base.relativize(extension));
            InstalledServer.delete(extension);
        }
        try (InstalledProcess first = run(base)) {
            InstalledServer.SERVAL.settle(base);
        }
    }

    private static InstalledProcess run(Path base) throws IOException, InterruptedException {
        return InstalledServer.SERVAL.run(base, "/" + APPLICATION + Servlets.HELLO, " 200 ");
    }

    private static Figures start(Path base) throws IOException, InterruptedException {
        try (InstalledProcess server = run(base)) {
            double resident = server.residentKb();
            return new Figures(server.start().millis(), server.heapKb(), resident);
        }
    }

    private static void print(Map<Variant, List<Figures>> figures) {
        System.out.println("\n| median | with | without | difference |");
        System.out.println("| --- | ---: | ---: | ---: |");
        row("start, ms", figures, one -> one.millis);
        row("heap, MiB", figures, one -> one.heapKb / KB_PER_MIB);
        row("resident, MiB", figures, one -> one.residentKb / KB_PER_MIB);
    }

    private static void row(
            String name, Map<Variant, List<Figures>> figures, ToDoubleFunction<Figures> figure) {
        double with = median(figures.get(Variant.WITH), figure);
        double without = median(figures.get(Variant.WITHOUT), figure);
        System.out.printf(
                Locale.ROOT, "| %s | %.1f | %.1f | %+.1f |%n", name, with, without, with - without);
    }

    private static double median(List<Figures> figures, ToDoubleFunction<Figures> figure) {
        return PairRow.quantile(0.5, figures.stream().mapToDouble(figure).toArray());
    }
}
