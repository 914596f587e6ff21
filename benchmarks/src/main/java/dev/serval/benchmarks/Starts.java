package dev.serval.benchmarks;

import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * How long an embedded server takes to start and to stop in this JVM: the first time, and the
 * median once it is warm, with one request in between.
 */
public final class Starts {
    private static final int ROUNDS = Integer.getInteger("rounds", 200);

    private Starts() {}

    /** Takes no arguments; {@code -Drounds=200} says how often. */
    public static void main(String[] args) throws Exception {
        Path war = Files.createTempFile("starts", ".war");
        try {
            pack(war);
            System.out.println("milliseconds           first start  median start  95 %   stop");
            for (IoModel io : new IoModel[] {IoModel.NIO, IoModel.BIO}) {
                measure(io + ", servlet", io, s -> s.servlet("/a", "/hello", new Hello()));
                measure(io + ", WAR", io, s -> s.webapp("/a", war));
            }
        } finally {
            Files.delete(war);
        }
    }

    private static void measure(String title, IoModel io, UnaryOperator<ServalBuilder> what)
            throws Exception {
        double[] start = new double[ROUNDS];
        double[] stop = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            Serval serval = what.apply(Serval.onPort(0).io(io)).start();
            start[i] = (System.nanoTime() - begin) / 1e6;
            try (InputStream in = serval.uri().resolve("a/hello").toURL().openStream()) {
                in.readAllBytes();
            }
            long end = System.nanoTime();
            serval.close();
            stop[i] = (System.nanoTime() - end) / 1e6;
        }
        double first = start[0];
        // The second half is warm.
        double[] warm = Arrays.copyOfRange(start, ROUNDS / 2, ROUNDS);
        double[] warmStop = Arrays.copyOfRange(stop, ROUNDS / 2, ROUNDS);
        System.out.printf(
                "%-22s %11.1f %13.1f %5.1f %6.1f%n",
                title, first, quantile(warm, 0.5), quantile(warm, 0.95), quantile(warmStop, 0.5));
    }

    private static double quantile(double[] values, double share) {
        Arrays.sort(values);
        return values[(int) (share * (values.length - 1))];
    }

    private static void pack(Path war) throws IOException {
        String name = Hello.class.getName().replace('.', '/') + ".class";
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war));
                InputStream in = Hello.class.getClassLoader().getResourceAsStream(name)) {
            zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + name));
            in.transferTo(zip);
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write(WebApplication.descriptor().getBytes(StandardCharsets.UTF_8));
        }
    }
}
