package dev.serval.manager;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The body of a request, up to a limit. Used by one thread. */
final class BoundedUpload extends FilterInputStream {
    private final long most;
    private long read;

    /** The body exceeds the limit. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1L;

        TooLarge(long most) {
            super("the upload has more than " + most + " bytes (maxUpload in web.xml)");
        }
    }

    /**
     * @param most in bytes
     * @param declared the length that the client declares; -1 if it declares none
     * @throws TooLarge if the declared length exceeds the limit
     */
    BoundedUpload(InputStream body, long most, long declared) throws IOException {
        super(body);
        this.most = most;
        if (declared > most) {
            throw new TooLarge(most);
        }
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        count(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] bytes, int start, int length) throws IOException {
        int count = super.read(bytes, start, length);
        count(Math.max(0, count));
        return count;
    }

    private void count(int more) throws IOException {
        read += more;
        if (read > most) {
            throw new TooLarge(most);
        }
    }
}
