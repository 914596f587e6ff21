package dev.serval.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.metrics.ServerMetrics;
import dev.serval.monitor.RunningServer;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class ServerBeansTest {
    private static final String DOMAIN = "ServerBeansTest";
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    /** A server whose host has an alias that may be replaced, and answers anew each time. */
    private static final class Changing implements RunningServer {
        volatile String alias = "first.example";
        // What the first answer was made of, of which no bean may keep anything.
        volatile WeakReference<Object> service;
        volatile WeakReference<Object> applications;

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public String state() {
            return "READY";
        }

        @Override
        public List<String> reasons() {
            return List.of();
        }

        @Override
        public List<RunningService> services() {
            List<RunningApplication> ours = new ArrayList<>();
            RunningHost host =
                    new RunningHost("localhost", List.of(alias), "webapps", true, true, ours);
            RunningService made =
                    new RunningService("S", "E", "r1", "localhost", List.of(), List.of(host));
            if (service == null) {
                applications = new WeakReference<>(ours);
                service = new WeakReference<>(made);
            }
            return List.of(made);
        }

        @Override
        public List<RunningPool> pools() {
            return List.of();
        }

        @Override
        public List<ApplicationStatus> applications() {
            return List.of();
        }
    }

    private static Object attribute(String name, String attribute) throws Exception {
        return BEANS.getAttribute(new ObjectName(DOMAIN + ":" + name), attribute);
    }

    private static boolean registered() {
        try {
            return BEANS.isRegistered(new ObjectName(DOMAIN + ":type=Host,host=localhost"));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** A replaced application would stay in memory for as long as its host goes on. */
    @Test
    void beansOfServicesAndHostsKeepNoApplication() throws Exception {
        Changing server = new Changing();
        ServerBeans beans = new ServerBeans(DOMAIN, server, new ServerMetrics());
        beans.start();
        try {
            until(ServerBeansTest::registered);
            assertThat(registered()).isTrue();
            until(
                    () -> {
                        System.gc();
                        return server.service.refersTo(null) && server.applications.refersTo(null);
                    });
            assertThat(server.service.get()).isNull();
            assertThat(server.applications.get()).isNull();
            assertThat(attribute("type=Engine", "jvmRoute")).isEqualTo("r1");
            assertThat(attribute("type=Service", "name")).isEqualTo("S");
        } finally {
            beans.stop();
        }
        assertThat(registered()).isFalse();
    }

    @Test
    void aChangedHostIsToldAnew() throws Exception {
        Changing server = new Changing();
        ServerBeans beans = new ServerBeans(DOMAIN, server, new ServerMetrics());
        beans.start();
        try {
            until(ServerBeansTest::registered);
            assertThat((String[]) attribute("type=Host,host=localhost", "aliases"))
                    .containsExactly("first.example");
            server.alias = "second.example";
            until(() -> told("second.example"));
            assertThat(told("second.example")).isTrue();
        } finally {
            beans.stop();
        }
    }

    private static boolean told(String alias) {
        try {
            return ((String[]) attribute("type=Host,host=localhost", "aliases"))[0].equals(alias);
        } catch (Exception e) {
            return false; // it is being replaced
        }
    }
}
