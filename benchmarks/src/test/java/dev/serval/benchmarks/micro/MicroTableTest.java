package dev.serval.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MicroTableTest {
    private static final MicroRow FIRST = new MicroRow("http.Date.format", "-", "12.3", "0.4", "0");
    private static final MicroRow SECOND =
            new MicroRow("http1.Parser.parse", "head=bare", "123", "4", "0");

    @Test
    void isSortedWhateverTheOrderOfTheMeasurements() {
        MicroTable table = MicroTable.empty().with(SECOND).with(FIRST);
        assertThat(table.rows()).containsExactly(FIRST, SECOND);
    }

    @Test
    void whatWasWrittenIsReadAndOneRowReplaced(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("jmh/17.txt");
        MicroTable.empty().with(SECOND).with(FIRST).write(file, "Micro. Some machine, 2 cores");
        MicroRow faster = new MicroRow("http1.Parser.parse", "head=bare", "99", "4", "16");
        MicroTable read = MicroTable.read(file).with(faster);
        assertThat(read.rows()).containsExactly(FIRST, faster);
        assertThat(Files.readString(file)).startsWith("# Micro. Some machine, 2 cores\nbenchmark ");
    }

    @Test
    void hasThreeSignificantDigitsSoThatNoiseChangesFew() {
        assertThat(MicroRow.rounded(12_345.6)).isEqualTo("12300");
        assertThat(MicroRow.rounded(123.456)).isEqualTo("123");
        assertThat(MicroRow.rounded(12.3456)).isEqualTo("12.3");
        assertThat(MicroRow.rounded(1.23456)).isEqualTo("1.23");
        assertThat(MicroRow.rounded(0.0123456)).isEqualTo("0.01");
        assertThat(MicroRow.rounded(Double.NaN)).isEqualTo("-");
        assertThat(MicroRow.bytes(0.0004)).isEqualTo("0");
        assertThat(MicroRow.bytes(1999.7)).isEqualTo("2000");
    }
}
