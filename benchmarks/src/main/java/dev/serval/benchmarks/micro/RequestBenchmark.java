package dev.serval.benchmarks.micro;

import dev.serval.benchmarks.Hello;
import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A whole request over the loopback device, one after another on a kept connection: a file of 13
 * bytes from the cache, and a servlet. With {@code -prof gc} its bytes per operation are what the
 * server allocates for a request, since the client allocates nothing; what the JDK does for its
 * selector or channels is in it.
 */
@State(Scope.Benchmark)
public class RequestBenchmark {
    // Older than the time in which a file counts as being written to.
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_700_000_000_000L);

    @Param({"NIO", "NIO2", "BIO"})
    private IoModel io;

    private Path directory;
    private Serval serval;
    private LoopbackRequest file;
    private LoopbackRequest servlet;

    @Setup
    public void setUp() throws IOException, LifecycleException {
        directory = Files.createTempDirectory("serval-micro");
        Path text = Files.writeString(directory.resolve("13.txt"), "Hello, world!");
        Files.setLastModifiedTime(text, LONG_AGO);
        serval =
                Serval.onPort(0)
                        .io(io)
                        .connector(config -> config.change().maxKeepAliveRequests(-1).done())
                        .directory("", directory)
                        .servlet("", "/hello", new Hello())
                        .start();
        file = new LoopbackRequest(serval.port(), "/13.txt");
        servlet = new LoopbackRequest(serval.port(), "/hello");
    }

    @TearDown
    public void tearDown() throws IOException {
        file.close();
        servlet.close();
        serval.close();
        Files.delete(directory.resolve("13.txt"));
        Files.delete(directory);
    }

    @Benchmark
    public int cachedFile() throws IOException {
        return file.call();
    }

    @Benchmark
    public int hello() throws IOException {
        return servlet.call();
    }
}
