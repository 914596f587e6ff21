package dev.serval.container;

import dev.serval.extension.Extension;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Protection;
import dev.serval.http.Exchange;
import dev.serval.security.Authenticator;
import dev.serval.security.DigestAnswer;
import dev.serval.security.LoginRequest;
import dev.serval.security.Realm;
import dev.serval.security.UserPrincipal;
import dev.serval.settings.AttributeTable;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import dev.serval.valve.PreRoutingValve;
import dev.serval.valve.Valve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Valves of each kind, realms that fail, and a converter. */
public final class StubExtension implements Extension {
    /** What realms were told, in order. */
    static final List<String> TOLD = new CopyOnWriteArrayList<>();

    /** What was made, in order. */
    static final List<String> MADE = new CopyOnWriteArrayList<>();

    /** As if it was on the class path; its file goes below the directory. */
    static Extensions onClassPath(Path directory) throws IOException {
        TOLD.clear();
        MADE.clear();
        Path list = directory.resolve("META-INF/services/" + Extension.class.getName());
        Files.createDirectories(list.getParent());
        Files.writeString(list, StubExtension.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        URL[] path = {directory.toUri().toURL()};
        try (URLClassLoader loader =
                new URLClassLoader(path, StubExtension.class.getClassLoader())) {
            thread.setContextClassLoader(loader);
            return Extensions.onClassPath();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public List<Offer<?>> offers() {
        return List.of(
                valve("example.Early", Early::new),
                valve("example.Idle", () -> new Valve() {}),
                valve("example.Call", Call::new),
                valve("example.Guard", Call::new).with(Protection.YES),
                valve("example.Harmless", Call::new).with(Protection.NO),
                Offer.always(Kind.CONVERTER, place -> new StubConverter()),
                authenticator("example.GoodLogin", false).answering("GOOD"),
                authenticator("example.BadLogin", true),
                realm("example.GoodRealm", place -> new StubRealm(false)),
                realm("example.BadRealm", place -> new StubRealm(true)),
                realm(
                        "example.NoRealm",
                        place -> {
                            throw new IllegalStateException("no directory");
                        }));
    }

    private static Offer<Valve> valve(String name, Supplier<Valve> valve) {
        return Offer.of(
                Kind.VALVE,
                new AttributeTable("Stub", "", List.of()),
                settings ->
                        place -> {
                            MADE.add(name);
                            return valve.get();
                        },
                name);
    }

    private static Offer<Authenticator> authenticator(String name, boolean fails) {
        return Offer.of(
                Kind.AUTHENTICATOR,
                new AttributeTable("Stub", "", List.of()),
                settings -> place -> new StubLogin(fails),
                name);
    }

    private static Offer<Realm> realm(String name, Offer.Factory<Realm> realm) {
        return Offer.of(
                Kind.REALM, new AttributeTable("Stub", "", List.of()), settings -> realm, name);
    }

    private static final class Early implements PreRoutingValve {
        @Override
        public boolean admit(Exchange exchange) {
            return true;
        }
    }

    private static final class Call implements CallValve {
        @Override
        public void invoke(
                HttpServletRequest request, HttpServletResponse response, CallChain chain)
                throws IOException, ServletException {
            chain.proceed();
        }
    }

    private record StubRealm(boolean fails) implements Realm {
        @Override
        public void start() {
            TOLD.add("start");
            if (fails) {
                throw new IllegalStateException("no start");
            }
        }

        @Override
        public void stop() {
            TOLD.add("stop");
            throw new IllegalStateException("no stop");
        }

        @Override
        public UserPrincipal authenticate(String user, String password, String client) {
            return null;
        }

        @Override
        public UserPrincipal authenticate(DigestAnswer answer) {
            return null;
        }

        @Override
        public UserPrincipal authenticate(X509Certificate certificate) {
            return null;
        }
    }

    private record StubLogin(boolean fails) implements Authenticator {
        @Override
        public String authType() {
            return "GOOD";
        }

        @Override
        public UserPrincipal authenticate(LoginRequest login, Realm realm) {
            return null;
        }

        @Override
        public void start() {
            TOLD.add("start login");
            if (fails) {
                throw new IllegalStateException("no start");
            }
        }

        @Override
        public void stop() {
            TOLD.add("stop login");
            throw new IllegalStateException("no stop");
        }
    }
}
