package dev.serval.startup;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.files.FileSettings;
import dev.serval.files.Precompressed;
import dev.serval.files.SiteSettings;
import dev.serval.http.Compression;
import dev.serval.http.HttpOptions;
import dev.serval.lifecycle.LifecycleException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * {@code serval.sh serve}: serves one directory without configuration. Called by {@link Main} once;
 * the process ends by its shutdown hook.
 */
final class ServeCommand {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final int NEXT_PORTS = 100;

    private static final SiteSettings SITE =
            SiteSettings.DEFAULTS
                    .withCacheControl("immutable\n* = no-cache")
                    .withField("X-Content-Type-Options", "nosniff")
                    .withField("Referrer-Policy", "strict-origin-when-cross-origin")
                    .withField("X-Frame-Options", "SAMEORIGIN")
                    .withField("Content-Security-Policy", "frame-ancestors 'self'")
                    .withDotFilesHidden(true);

    /**
     * Only files are compressed: they do not combine a secret with input of a client
     * (CVE-2013-3587).
     */
    private static final Compression COMPRESSION =
            Compression.ON.ofTypes(
                    "text/",
                    "application/javascript",
                    "application/json",
                    "application/ld+json",
                    "application/manifest+json",
                    "application/wasm",
                    "application/xhtml+xml",
                    "application/xml",
                    "image/svg+xml");

    private final ServeOptions options;
    private final Home home;
    private final PrintStream out;

    ServeCommand(ServeOptions options, Home home, PrintStream out) {
        this.options = options;
        this.home = home;
        this.out = out;
    }

    /** Serves until the process is told to end. Throws StartFailure if it cannot start. */
    int run() throws InterruptedException {
        if (options.help()) {
            out.print(ServeOptions.USAGE);
            return 0;
        }
        long begun = System.nanoTime();
        ShutdownHook ending = new ShutdownHook(null, new StopTimes(Duration.ZERO, STOP_LIMIT));
        Runtime.getRuntime().addShutdownHook(new Thread(ending, "stop"));
        Serval serval = start();
        ending.running(
                (reason, delay, within) -> {
                    serval.stop(within);
                    out.println("Stopped.");
                });
        tell(serval, (System.nanoTime() - begun) / 1_000_000);
        new CountDownLatch(1).await();
        return 0;
    }

    private Serval start() {
        ServalBuilder builder =
                Serval.onPort(options.port())
                        .address(options.address())
                        .connector(
                                config ->
                                        config.change()
                                                .options(
                                                        HttpOptions.DEFAULTS.with(
                                                                null, COMPRESSION))
                                                .done())
                        .directory("/", options.directory())
                        .files("/", this::files);
        TerminalLog log = new TerminalLog(out, TerminalLog.coloured(System::getenv));
        builder.accessLog(TerminalLog.PATTERN, log::line);
        if (options.tls()) {
            CertCommand cert = new CertCommand(home, out);
            Path keys = cert.keystore();
            if (!Files.exists(keys)) {
                cert.makeFirst();
            }
            if (!Files.isReadable(keys)) {
                throw new StartFailure(
                        "SRV-0811 --tls needs " + keys + "; \"serval.sh cert\" makes it.");
            }
            builder.tls(keys, CertCommand.PASSWORD);
        }
        try {
            return builder.start();
        } catch (LifecycleException e) {
            throw failure(e);
        }
    }

    private FileSettings files(FileSettings settings) {
        return settings.withListings(options.listings())
                .withPrecompressed(Precompressed.parse("zstd=.zst,br=.br,gzip=.gz"))
                .withSite(options.spa() ? SITE.withFallback("/index.html") : SITE);
    }

    private StartFailure failure(LifecycleException cause) {
        String reason = options.port() == 0 ? null : reason(options.port());
        if (reason == null) {
            return new StartFailure("SRV-0812 " + cause.getMessage());
        }
        String free = "";
        for (int port = options.port() + 1;
                port <= Math.min(65535, options.port() + NEXT_PORTS) && free.isEmpty();
                port++) {
            if (reason(port) == null) {
                free = " Port " + port + " is free: --port " + port + ".";
            }
        }
        return TakenPort.failure(options.port(), reason, free);
    }

    /** Why a port cannot be opened; null if it can. */
    private String reason(int port) {
        return TakenPort.reason(
                ConnectorConfig.of(IoModel.NIO, port).change().address(options.address()).done());
    }

    private void tell(Serval serval, long millis) {
        String scheme = options.tls() ? "https" : "http";
        List<String> hosts = LocalAddresses.hosts(options.address());
        out.println("Serving " + options.directory() + " (ready after " + millis + " ms)");
        for (String host : hosts) {
            out.println("  " + scheme + "://" + host + ":" + serval.port() + "/");
        }
        out.println(
                LocalAddresses.isLoopback(options.address())
                        ? "Only this machine reaches it; --address 0.0.0.0 opens it to the network."
                        : "Everybody who reaches this machine can read it.");
        out.println("Ctrl-C stops it.");
    }
}
