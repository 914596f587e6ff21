package dev.serval.benchmarks.results;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Reads and writes a {@link SuiteResult} as JSON, keys in the order of the records, numbers with
 * five significant digits, so that two runs can be compared line by line. Stateless.
 */
public final class SuiteFile {
    private static final MathContext DIGITS = new MathContext(5);
    private static final ObjectMapper JSON =
            new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .registerModule(
                            new SimpleModule()
                                    .addSerializer(Double.class, new Rounded())
                                    .addSerializer(double.class, new Rounded()));

    private SuiteFile() {}

    /** Throws when the file is not there, or is no result. */
    public static SuiteResult read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), SuiteResult.class);
    }

    /** Whole or not at all, so that an interruption leaves the last state; makes directories. */
    public static void write(SuiteResult result, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path written = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(written, JSON.writeValueAsString(result) + "\n");
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static final class Rounded extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider provider)
                throws IOException {
            BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
            out.writeNumber(rounded.scale() < 0 ? rounded.setScale(0) : rounded);
        }
    }
}
