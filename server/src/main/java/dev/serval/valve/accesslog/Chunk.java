package dev.serval.valve.accesslog;

/** Complete lines of one period, on their way to the file. Owned by the queue or by the writer. */
final class Chunk {
    final byte[] bytes;
    String stamp;
    int length;
    int lines;

    Chunk(int size) {
        bytes = new byte[size];
    }

    void open(String stamp) {
        this.stamp = stamp;
        length = 0;
        lines = 0;
    }
}
