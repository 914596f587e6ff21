package dev.serval.benchmarks.faults;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One trial of a scenario: its server, what is held open, what was found. Owned by its thread. */
final class Scene {
    private final FaultServer server;
    private final Wire wire;
    private final int jdk;
    private final List<Probe> probes = new ArrayList<>();
    private final List<Closeable> held = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();

    Scene(FaultServer server, Wire wire, int jdk) {
        this.server = server;
        this.wire = wire;
        this.jdk = jdk;
        for (Client client : List.of(server.plain(), server.tls())) {
            String over = client.tls() == null ? "" : " (TLS)";
            probes.add(new Probe("cached" + over, client, "/cached.txt", "", "a cached file\n"));
            probes.add(
                    new Probe(
                            "uncached" + over,
                            client,
                            "/uncached/file.txt",
                            "",
                            "an uncached file\n"));
            probes.add(new Probe("servlet" + over, client, "/hello", "", "hi"));
        }
    }

    FaultServer server() {
        return server;
    }

    Wire wire() {
        return wire;
    }

    /** BIO with a platform thread per connection. */
    boolean isThreadPerConnection() {
        return wire == Wire.BIO && jdk < 21;
    }

    List<Probe> probes() {
        return List.copyOf(probes);
    }

    /** From now on it is asked as well. */
    void ask(Probe probe) {
        probes.add(probe);
    }

    /** Closed when the fault ends. */
    <T extends Closeable> T hold(T open) {
        held.add(open);
        return open;
    }

    void letGo() {
        for (Closeable open : held) {
            try {
                open.close();
            } catch (IOException e) {
                // A socket that the server has reset.
            }
        }
        held.clear();
    }

    void note(String what) {
        notes.add(what);
    }

    void broken(String why) {
        broken.add(why);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    List<String> broken() {
        return List.copyOf(broken);
    }
}
