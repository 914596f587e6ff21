package dev.serval.valve;

import java.time.LocalDate;

/** Whole lines of one day, on their way to the file. Owned by the queue or by the writer. */
final class Chunk {
    final byte[] bytes;
    LocalDate day;
    int length;
    int lines;

    Chunk(int size) {
        bytes = new byte[size];
    }

    void open(LocalDate day) {
        this.day = day;
        length = 0;
        lines = 0;
    }
}
