package dev.serval.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engines of one port, by the name that a client asks for (SNI, RFC 6066 §3). Thread-safe.
 * Reads certificates at construction and by {@link #reload}; existing engines keep those that they
 * were made with.
 */
public final class TlsContexts implements TlsEngines, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TlsContexts.class);
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final ControlProofs proofs = new ControlProofs();
    private final FileWatch watch;
    private final InstantSource clock;
    private final ExpiryWarnings expiry = new ExpiryWarnings();
    private long reloads;
    private volatile Loaded loaded;

    private volatile TlsConfig config;

    /** All hosts by hostName, as configured. Immutable. */
    private record Loaded(
            long number,
            TlsConfig config,
            Map<String, HostContext> hosts,
            List<CertifiedKey> keys,
            List<ServedCertificate> served) {}

    /**
     * @throws TlsException if a file cannot be used; the message says why
     */
    public TlsContexts(TlsConfig config) throws TlsException {
        this(config, InstantSource.system());
    }

    /**
     * @param clock by which certificates end
     */
    TlsContexts(TlsConfig config, InstantSource clock) throws TlsException {
        this.config = config;
        this.clock = clock;
        // Before the files are read, so that no change is missed.
        this.watch =
                new FileWatch(
                        () -> TlsFileStamps.of(this.config), this::reload, this::warnOfExpiry);
        Tls.refuseRenegotiation();
        loaded = load(config, 0);
        warnOfExpiry();
    }

    /** Reads the files of this host only, to check them. */
    public static void check(TlsHost host) throws TlsException {
        HostContext.load(host);
    }

    /** An engine in server mode with all settings of the host. It reads no file. */
    @Override
    public SSLEngine engine(ClientHello hello) {
        Loaded now = loaded;
        return now.hosts().get(hostName(hello.host(), now)).engine();
    }

    /**
     * Whether both names belong to the settings of the same host.
     *
     * @param sniHost in lower case, without a final dot; null if the client asks for no name
     * @param requestHost in lower case, without a port
     */
    @Override
    public boolean sameHost(String sniHost, String requestHost) {
        Loaded now = loaded;
        return !now.config().strictSni()
                || hostName(sniHost, now).equals(hostName(requestHost, now));
    }

    /**
     * The host of the name itself, otherwise of the wildcard for its first label, otherwise the
     * default.
     */
    private static String hostName(String asked, Loaded loaded) {
        Map<String, HostContext> hosts = loaded.hosts();
        if (asked != null) {
            if (hosts.containsKey(asked)) {
                return asked;
            }
            int dot = asked.indexOf('.');
            String wildcard = dot > 0 ? "*" + asked.substring(dot) : "";
            if (hosts.containsKey(wildcard)) {
                return wildcard;
            }
        }
        return loaded.config().defaultHostName();
    }

    /**
     * Reads the files of other settings, to be used from the call of the returned task on; existing
     * engines keep theirs.
     *
     * @throws TlsException if a file cannot be used; nothing has changed then
     */
    public Runnable prepare(TlsConfig next) throws TlsException {
        load(next, 0); // only to see whether it can be used: its files may change until it is
        return () -> {
            synchronized (this) {
                config = next;
            }
            reload();
        };
    }

    /**
     * Reads all files again. If one of them cannot be used, nothing changes, and the log says why.
     *
     * @return whether the new files are in use
     */
    public boolean reload() {
        long number;
        TlsConfig settings;
        synchronized (this) {
            number = ++reloads;
            settings = config;
        }
        try {
            Loaded fresh = load(settings, number);
            synchronized (this) {
                if (loaded.number() < number) { // otherwise a later load was faster
                    loaded = fresh;
                }
            }
            LOG.info("The certificates of {} were read anew", fresh.hosts().keySet());
            warnOfExpiry();
            return true;
        } catch (TlsException | RuntimeException e) {
            LOG.warn(
                    "SRV-0402 The certificates were changed, but the new ones cannot be used; the"
                            + " old ones stay: {}",
                    e.getMessage());
            return false;
        }
    }

    /** What is in use, in the order of the settings. */
    public List<TlsState> states() {
        Loaded now = loaded;
        String defaultHost = now.config().defaultHostName();
        return now.config().hosts().stream()
                .map(host -> host.hostName())
                .map(name -> now.hosts().get(name).state(name, name.equals(defaultHost)))
                .toList();
    }

    @Override
    public SSLEngine proof(ClientHello hello) {
        return proofs.engine(hello);
    }

    /**
     * From now on proves the control of a name to authorities that ask for it (RFC 8737 §3), until
     * the result runs. Other clients do not see it.
     *
     * @param host in lower case
     * @param certificate self-signed, with what the authority expects
     */
    public Runnable prove(String host, PrivateKey key, X509Certificate certificate)
            throws TlsException {
        return proofs.add(host, key, certificate);
    }

    /** The certificates of the settings that something else obtains, in their order. */
    public List<ObtainedCertificate> obtained() {
        Loaded now = loaded;
        List<ObtainedCertificate> obtained = new ArrayList<>();
        for (TlsHost host : now.config().hosts()) {
            for (TlsCertificate each : host.certificates()) {
                if (each.isObtained()) {
                    obtained.add(
                            new ObtainedCertificate(
                                    each, chain(each, now.hosts().get(host.hostName()))));
                }
            }
        }
        return obtained;
    }

    private static List<X509Certificate> chain(TlsCertificate settings, HostContext host) {
        String file = settings.certificateFile().toString();
        for (CertifiedKey key : host.keys()) {
            if (key.source().equals(file)) {
                return key.chain();
            }
        }
        return List.of();
    }

    @Override
    public List<ServedCertificate> served() {
        return loaded.served();
    }

    private void warnOfExpiry() {
        expiry.next(loaded.keys(), clock.instant()).forEach(line -> LOG.warn("SRV-0403 {}", line));
    }

    /** From now on reads the files again within seconds after they change, until {@link #close}. */
    public void watch() {
        watch(EVERY);
    }

    void watch(Duration every) {
        watch.start(every);
    }

    /** Ends the watch. Engines can still be made. */
    @Override
    public void close() {
        watch.close();
    }

    private static Loaded load(TlsConfig config, long load) throws TlsException {
        Map<String, HostContext> hosts = new HashMap<>();
        List<CertifiedKey> keys = new ArrayList<>();
        List<ServedCertificate> served = new ArrayList<>();
        for (TlsHost host : config.hosts()) {
            HostContext context = HostContext.load(host);
            if (hosts.put(host.hostName(), context) != null) {
                throw new TlsException("there are two hosts named " + host.hostName());
            }
            if (context.keys().isEmpty()) {
                LOG.warn(
                        "SRV-0405 There is no certificate for SSLHostConfig {} yet: handshakes are"
                                + " refused until it is obtained",
                        host.hostName());
            }
            int number = 1;
            for (CertifiedKey key : context.keys()) {
                keys.add(key);
                served.add(new ServedCertificate(host.hostName(), number++, key.chain().get(0)));
            }
        }
        if (!hosts.containsKey(config.defaultHostName())) {
            throw new TlsException(
                    "there is no host "
                            + config.defaultHostName()
                            + " for clients that ask for no name");
        }
        return new Loaded(load, config, Map.copyOf(hosts), List.copyOf(keys), List.copyOf(served));
    }
}
