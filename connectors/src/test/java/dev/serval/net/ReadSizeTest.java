package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadSizeTest {
    private final ReadSize size = new ReadSize();

    /** The sizes of the reads of a request of so many bytes, which are all there. */
    private List<Integer> reads(int bytes) {
        List<Integer> sizes = new ArrayList<>();
        int left = bytes;
        while (left >= 0) {
            int most = size.next();
            int count = Math.min(left, most);
            sizes.add(most);
            size.ended(count);
            // One that is not full is the last.
            left = count < most ? -1 : left - count;
        }
        return sizes;
    }

    @Test
    void smallRequestsTakeOneSmallRead() {
        assertThat(reads(100)).containsExactly(1024);
        assertThat(reads(1023)).containsExactly(1024);
    }

    @Test
    void aRequestThatDoesNotFitFitsTheNextTime() {
        assertThat(reads(1224)).containsExactly(1024, 8192);
        assertThat(reads(1224)).containsExactly(2048);
        assertThat(reads(1224)).containsExactly(2048);
        assertThat(reads(5000)).containsExactly(2048, 8192);
        assertThat(reads(5000)).containsExactly(8192);
    }

    @Test
    void anIdleConnectionHoldsLittleAgainBehindASmallOneOrALargeBody() {
        reads(5000);
        assertThat(reads(100)).containsExactly(8192);
        assertThat(reads(20_000)).containsExactly(1024, 8192, 8192, 8192);
        assertThat(size.next()).isEqualTo(ReadSize.LEAST);
    }
}
