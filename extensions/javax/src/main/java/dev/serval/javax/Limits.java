package dev.serval.javax;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** How much one conversion may read. One thread. */
final class Limits {
    private final int mostEntries;
    private final long mostBytes;
    private int entries;
    private long bytes;

    Limits(int mostEntries, long mostBytes) {
        this.mostEntries = mostEntries;
        this.mostBytes = mostBytes;
    }

    int entries() {
        return entries;
    }

    /** To be called for each entry. Throws {@link Exceeded} if there are too many. */
    void entry() throws Exceeded {
        if (++entries > mostEntries) {
            throw new Exceeded("it has more than " + mostEntries + " entries");
        }
    }

    /** Counts what is read; reading throws {@link Exceeded} if it is too much. */
    InputStream counting(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int n = super.read(into, from, length);
                bytes += Math.max(0, n);
                if (bytes > mostBytes) {
                    throw new Exceeded("it unpacks to more than " + mostBytes + " bytes");
                }
                return n;
            }
        };
    }

    /** The conversion fails as a whole. */
    static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1;

        private Exceeded(String message) {
            super(message);
        }
    }
}
