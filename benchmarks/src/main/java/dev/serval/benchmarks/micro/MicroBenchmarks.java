package dev.serval.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the micro benchmarks with {@code -prof gc} and keeps their figures in a {@link MicroTable};
 * the program behind {@code run.sh jmh}. How long they run is said here, for all of them.
 */
public final class MicroBenchmarks {
    private MicroBenchmarks() {}

    /**
     * Takes the directory of the tables, {@code --quick} or not, and JMH's own options, which count
     * more than what is said here. With names of benchmarks only their rows of the table change.
     */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        List<String> options = new ArrayList<>(Arrays.asList(args).subList(1, args.length));
        boolean quick = options.remove("--quick");
        CommandLineOptions chosen = options(options);
        if (chosen.shouldHelp()) {
            chosen.showHelp();
            return;
        }
        if (chosen.shouldList()) {
            new Runner(chosen).list();
            return;
        }
        Path file = directory.resolve(Runtime.version().feature() + ".txt");
        MicroTable table = MicroTable.read(file);
        run(chosen, quick, chosen.getIncludes().isEmpty() ? MicroTable.empty() : table, file);
    }

    private static CommandLineOptions options(List<String> options) {
        try {
            return new CommandLineOptions(options.toArray(String[]::new));
        } catch (CommandLineOptionException e) {
            throw new IllegalArgumentException("JMH: " + e.getMessage(), e);
        }
    }

    private static void run(CommandLineOptions chosen, boolean quick, MicroTable before, Path file)
            throws RunnerException, IOException {
        MicroTable table = before;
        for (RunResult result : new Runner(configured(chosen, quick)).run()) {
            table = table.with(MicroRow.of(result));
        }
        table.write(file, heading(quick));
        System.out.println(System.lineSeparator() + table.text(heading(quick)));
        System.out.println("The table is in " + file + ".");
    }

    private static Options configured(CommandLineOptions chosen, boolean quick) {
        ChainedOptionsBuilder options =
                new OptionsBuilder().parent(chosen).addProfiler(GCProfiler.class);
        if (chosen.getIncludes().isEmpty()) {
            options.include("^dev\\.serval\\.");
        }
        if (chosen.getBenchModes().isEmpty()) {
            options.mode(Mode.AverageTime);
        }
        if (!chosen.getTimeUnit().hasValue()) {
            options.timeUnit(TimeUnit.NANOSECONDS);
        }
        if (!chosen.getForkCount().hasValue()) {
            options.forks(1);
        }
        TimeValue time = TimeValue.milliseconds(quick ? 300 : 500);
        if (!chosen.getWarmupIterations().hasValue()) {
            options.warmupIterations(quick ? 2 : 4);
        }
        if (!chosen.getWarmupTime().hasValue()) {
            options.warmupTime(time);
        }
        if (!chosen.getMeasurementIterations().hasValue()) {
            options.measurementIterations(quick ? 3 : 5);
        }
        if (!chosen.getMeasurementTime().hasValue()) {
            options.measurementTime(time);
        }
        return options.shouldFailOnError(true).build();
    }

    private static String heading(boolean quick) throws IOException {
        return "Micro benchmarks"
                + (quick ? ", quick: the order of magnitude and little more" : "")
                + ". "
                + processor()
                + Runtime.getRuntime().availableProcessors()
                + " cores, JDK "
                + Runtime.version()
                + " of "
                + System.getProperty("java.vendor");
    }

    private static String processor() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        if (!Files.exists(file)) {
            return "";
        }
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip() + ", ")
                .findFirst()
                .orElse("");
    }
}
