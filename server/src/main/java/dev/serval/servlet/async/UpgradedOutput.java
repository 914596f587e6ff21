package dev.serval.servlet.async;

import dev.serval.servlet.request.ResponseOutput;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The output of an upgraded connection: what is written is sent at once, since only the protocol
 * knows where a message ends. Owned by the thread that writes. Closing it closes the connection.
 */
final class UpgradedOutput extends ServletOutputStream {
    private final ResponseOutput output;
    private final Runnable close;

    UpgradedOutput(ResponseOutput output, Runnable close) {
        this.output = output;
        this.close = close;
    }

    @Override
    public void write(int b) throws IOException {
        output.write(b);
        output.push();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        output.write(bytes, offset, length);
        output.push();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        output.write(bytes);
        output.push();
    }

    @Override
    public void flush() throws IOException {
        output.flush();
    }

    @Override
    public void close() {
        close.run();
    }

    @Override
    public boolean isReady() {
        return output.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        output.setWriteListener(listener);
    }
}
