package dev.serval.tests;

import dev.serval.http.Exchange;
import dev.serval.security.DigestAnswer;
import dev.serval.security.Realm;
import dev.serval.security.UserPrincipal;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A valve or a realm that notes whoever calls it while it is not running. Thread-safe. */
abstract class Witness {
    final AtomicInteger told = new AtomicInteger();
    final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private volatile boolean running;
    private volatile boolean over;

    public void start() {
        note(running || over, "started again");
        running = true;
    }

    public void stop() {
        note(!running, "stopped, and does not run");
        running = false;
        over = true;
    }

    void called(String what) {
        note(!running, what + " while it does not run");
    }

    private void note(boolean is, String what) {
        if (is) {
            wrong.add(what);
        }
    }

    boolean isOver() {
        return over;
    }

    /** Looks before routing, and is told of ends. */
    static class Looking extends Witness implements PreRoutingValve, CompletionValve {
        @Override
        public boolean admit(Exchange exchange) {
            called("admit");
            return true;
        }

        @Override
        public void completed(Exchange exchange) {
            called("completed");
            told.incrementAndGet();
        }
    }

    /** The same, and around calls, where a request with a query waits until it is opened. */
    static final class Around extends Looking implements CallValve {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);

        @Override
        public void invoke(
                HttpServletRequest request, HttpServletResponse response, CallChain chain)
                throws IOException, ServletException {
            called("invoke");
            if (request.getQueryString() != null) {
                entered.countDown();
                try {
                    open.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            chain.proceed();
            called("returned");
        }
    }

    /** Asks another one. */
    static class Users extends Witness implements Realm {
        private final Realm realm;

        Users(Realm realm) {
            this.realm = realm;
        }

        @Override
        public UserPrincipal authenticate(String user, String password, String client) {
            called("authenticate");
            UserPrincipal found = realm.authenticate(user, password, client);
            called("authenticated");
            return found;
        }

        @Override
        public UserPrincipal authenticate(DigestAnswer answer) {
            return realm.authenticate(answer);
        }

        @Override
        public UserPrincipal authenticate(X509Certificate certificate) {
            return realm.authenticate(certificate);
        }
    }
}
