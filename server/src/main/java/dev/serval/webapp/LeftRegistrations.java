package dev.serval.webapp;

import java.security.Provider;
import java.security.Security;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what an application has registered with the JVM and not removed: shutdown hooks, MBeans,
 * security providers, the default handler of uncaught exceptions; removes log handlers. Stateless.
 */
final class LeftRegistrations {
    private static final Logger LOG = LoggerFactory.getLogger(LeftRegistrations.class);

    private LeftRegistrations() {}

    /** Each method: {@code application} is its path, for the log. */
    static void handler(LoadedBy its, String application) {
        Object handler = Thread.getDefaultUncaughtExceptionHandler();
        if (its.holds(handler)) {
            tell(
                    application,
                    "the uncaught exception handler " + handler.getClass().getName(),
                    "Thread.setDefaultUncaughtExceptionHandler(null)");
        }
    }

    static void providers(LoadedBy its, String application) {
        for (Provider provider : Security.getProviders()) {
            if (its.holds(provider)) {
                tell(
                        application,
                        "the security provider " + provider.getName(),
                        "Security.removeProvider(\"" + provider.getName() + "\")");
            }
        }
    }

    static void hooks(LoadedBy its, String application) {
        // Null once the JVM goes down.
        Object hooks = Inside.get("java.lang.ApplicationShutdownHooks", "hooks");
        if (hooks instanceof Map<?, ?> map) {
            for (Object each : copy(map)) {
                if (each instanceof Thread hook && LeftThreads.isOf(hook, its)) {
                    tell(
                            application,
                            "the shutdown hook "
                                    + hook.getName()
                                    + " ("
                                    + hook.getClass().getName()
                                    + ")",
                            "Runtime.removeShutdownHook");
                }
            }
        }
    }

    private static Object[] copy(Map<?, ?> hooks) {
        try {
            return hooks.keySet().toArray();
        } catch (ConcurrentModificationException e) {
            return new Object[0]; // one is being registered now
        }
    }

    static void mbeans(LoadedBy its, String application) {
        for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
            mbeans(server, its, application);
        }
    }

    private static void mbeans(MBeanServer server, LoadedBy its, String application) {
        for (ObjectName name : server.queryNames(null, null)) {
            try {
                if (its.holds(server.getClassLoaderFor(name))) {
                    tell(application, "the MBean " + name, "MBeanServer.unregisterMBean");
                }
            } catch (InstanceNotFoundException e) {
                LOG.debug("{} has gone meanwhile", name);
            }
        }
    }

    /** Removes those at the root of java.util.logging, since their application is gone. */
    static void logHandlers(LoadedBy its, String application) {
        java.util.logging.Logger root = LogManager.getLogManager().getLogger("");
        for (Handler handler : root == null ? new Handler[0] : root.getHandlers()) {
            if (its.holds(handler)) {
                root.removeHandler(handler);
                LOG.info(
                        "Deregistered the java.util.logging handler {}, which [{}] had left"
                                + " registered",
                        handler.getClass().getName(),
                        application);
            }
        }
    }

    private static void tell(String application, String what, String call) {
        LOG.warn(
                "SRV-0845 [{}] was stopped but has left {} registered, which keeps it in memory;"
                        + " call {} in contextDestroyed",
                application,
                what,
                call);
    }
}
