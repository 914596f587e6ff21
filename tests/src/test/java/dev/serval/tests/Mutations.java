package dev.serval.tests;

import dev.serval.http.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * The list of {@link Mutation}s: the {@link Refusal}s of messages, the security rules, and what
 * else binds a server. Whoever changes one of the lines changes it there, too. Used while the list
 * is made.
 */
final class Mutations {
    private final List<Mutation> all = new ArrayList<>();
    private String file;
    private Class<?> suite;

    private Mutations() {}

    static List<Mutation> all() {
        Mutations list = new Mutations();
        HeadMutations.add(list);
        BodyMutations.add(list);
        ServerMutations.add(list);
        SecurityMutations.add(list);
        WebSocketMutations.add(list);
        OperationMutations.add(list);
        KeptMutations.add(list);
        ProxyMutations.add(list);
        AjpMutations.add(list);
        return List.copyOf(list.all);
    }

    /**
     * Those that follow are in that file, and noticed by that suite unless another one is named.
     */
    void in(String file, Class<?> suite) {
        this.file = file;
        this.suite = suite;
    }

    /** Those that follow are noticed by that suite. */
    void by(Class<?> next) {
        suite = next;
    }

    void off(String rule, Refusal refusal, String snippet, String replacement) {
        off(rule, refusal, snippet, replacement, suite);
    }

    void off(String rule, Refusal refusal, String snippet, String replacement, Class<?> by) {
        other(rule, refusal, snippet, replacement, by.getName());
    }

    /** By a suite of another module. */
    void other(String rule, Refusal refusal, String snippet, String replacement, String by) {
        all.add(new Mutation(rule, refusal, file, snippet, replacement, by, wire(by)));
    }

    private static Wire wire(String suite) {
        if (suite.equals(TlsTest.class.getName())) {
            return Wire.NIO_TLS;
        }
        // A close that comes too early shows at once on BIO; elsewhere a FIN may overtake it.
        return suite.equals(Rfc9112Section9_6TearDownTest.class.getName()) ? Wire.BIO : Wire.NIO;
    }
}
