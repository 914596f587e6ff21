package dev.serval.http;

import dev.serval.net.Call;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Peer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** The stream of an exchange that has no connection: takes every answer and drops it. */
public final class NoConnection implements Stream, Peer {
    private final SocketAddress remote =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 50123);
    private final SocketAddress local =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);
    private final RefusalLog refusals = new RefusalLog("benchmark");

    @Override
    public SocketAddress remote() {
        return remote;
    }

    @Override
    public SocketAddress local() {
        return local;
    }

    @Override
    public boolean secure() {
        return false;
    }

    @Override
    public Peer peer() {
        return this;
    }

    @Override
    public HttpConfig config() {
        return HttpConfig.DEFAULTS;
    }

    @Override
    public RefusalLog refusals() {
        return refusals;
    }

    @Override
    public RequestHead releaseHead() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer target) {
        return -1;
    }

    @Override
    public int poll(ByteBuffer target) {
        return -1;
    }

    @Override
    public Fields trailers() {
        return null;
    }

    @Override
    public void acknowledge() {}

    @Override
    public UpgradedWaits upgrade(Fields fields) {
        return null;
    }

    @Override
    public void inform(int status, Fields fields) {}

    @Override
    public void begin(
            int status,
            Fields fields,
            PreparedFields prepared,
            Framing framing,
            long length,
            boolean last) {}

    @Override
    public boolean write(ByteBuffer data) {
        data.position(data.limit());
        return true;
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public void tail(ByteBuffer data) {}

    @Override
    public void tail(FileRegion region) {}

    @Override
    public void finish(Fields trailers) {}

    @Override
    public void await(Interest interest) {}

    @Override
    public void when(Interest interest, Runnable task) {}

    @Override
    public void forget() {}

    @Override
    public void giveUpReading() {}

    @Override
    public void dispatch(Call call) {}

    @Override
    public void fork(Runnable task) {
        task.run();
    }

    @Override
    public Runnable resume() {
        return null;
    }

    @Override
    public void abort() {}
}
