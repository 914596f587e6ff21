package dev.serval.net;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What Linux records of one thread (proc(5)): whether it sleeps in a system call, and how long it
 * has used a processor. To Java, a thread that reads from a database and one that waits for a free
 * processor both seem to run. Made by the thread itself; used by one other thread.
 */
final class ProcessorUse implements Closeable {
    private static final Path PROC = Path.of("/proc");
    private static final int LONGEST = 512;

    private final RandomAccessFile stat;
    private final RandomAccessFile schedstat;
    private final byte[] line = new byte[LONGEST];

    /**
     * @param thread the directory of the thread
     */
    ProcessorUse(Path thread) throws IOException {
        stat = new RandomAccessFile(thread.resolve("stat").toString(), "r");
        try {
            schedstat = new RandomAccessFile(thread.resolve("schedstat").toString(), "r");
        } catch (IOException e) {
            stat.close();
            throw e;
        }
    }

    /** That of the calling thread; null if the system does not record it. Never throws. */
    static ProcessorUse ofCurrentThread() {
        try {
            return new ProcessorUse(
                    PROC.resolve(Files.readSymbolicLink(PROC.resolve("thread-self"))));
        } catch (Throwable e) {
            // Another system, or no memory or descriptor: the thread does without.
            return null;
        }
    }

    /** True if it waits in a system call; false if it runs, or would if a processor were free. */
    boolean sleeps() throws IOException {
        int length = read(stat);
        // The name, which may hold anything, is in parentheses.
        for (int i = length - 1; i >= 0; i--) {
            if (line[i] == ')') {
                return i + 2 < length && line[i + 2] != 'R';
            }
        }
        throw new IOException("/proc: no state in " + length + " bytes");
    }

    /** Nanoseconds of a processor since it began, as of the last tick of its clock. */
    long nanos() throws IOException {
        int length = read(schedstat);
        long nanos = 0;
        int i = 0;
        for (; i < length && line[i] >= '0' && line[i] <= '9'; i++) {
            nanos = 10 * nanos + line[i] - '0';
        }
        if (i == 0) {
            throw new IOException("/proc: no number in " + length + " bytes");
        }
        return nanos;
    }

    private int read(RandomAccessFile file) throws IOException {
        file.seek(0);
        return file.read(line);
    }

    /** Never throws: a thread calls it at its end, perhaps while the heap is full. */
    @Override
    public void close() {
        close(stat);
        close(schedstat);
    }

    private static void close(RandomAccessFile file) {
        try {
            file.close();
        } catch (IOException | OutOfMemoryError e) {
            // It was only read; the JDK closes what is collected.
        }
    }
}
