package dev.serval.valve.accesslog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.atomic.AtomicLong;

/** A file on a disk with so many bytes left: a write takes what fits, then the disk is full. */
final class FailingChannel extends FileChannel {
    private final FileChannel file;
    private final AtomicLong room;

    FailingChannel(FileChannel file, AtomicLong room) {
        this.file = file;
        this.room = room;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        long left = room.get();
        if (left <= 0) {
            throw new IOException("No space left on device");
        }
        int limit = source.limit();
        source.limit((int) Math.min(limit, source.position() + left));
        try {
            int taken = file.write(source);
            room.addAndGet(-taken);
            return taken;
        } finally {
            source.limit(limit);
        }
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        room.addAndGet(file.size() - size);
        file.truncate(size);
        return this;
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }

    @Override
    public int read(ByteBuffer target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long next) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void force(boolean meta) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer target, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
