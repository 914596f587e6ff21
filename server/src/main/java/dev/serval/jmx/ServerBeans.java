package dev.serval.jmx;

import dev.serval.connector.Connector;
import dev.serval.metrics.ServerMetrics;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.RunningServer.RunningApplication;
import dev.serval.monitor.RunningServer.RunningHost;
import dev.serval.monitor.RunningServer.RunningPool;
import dev.serval.monitor.RunningServer.RunningService;
import dev.serval.servlet.AppContext;
import dev.serval.thread.TurnGuard;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The beans of one server in the JVM's own MBean server. Thread-safe; starts once and stops once. A
 * thread of its own registers them beside the start, which they would delay, and checks once a
 * second which applications have come and gone.
 */
public final class ServerBeans {
    private static final Logger LOG = LoggerFactory.getLogger(ServerBeans.class);
    private static final TurnGuard GUARD = new TurnGuard("The beans of JMX");
    private static final long TICK = TimeUnit.SECONDS.toNanos(1);

    /** The domain of Tomcat's beans. */
    public static final String DOMAIN = "Catalina";

    private final String domain;
    private final RunningServer server;
    private final ServerMetrics metrics;
    // The registered beans, each with the object that it describes.
    private final Map<ObjectName, Object> registered = new HashMap<>();
    private final Thread thread;
    private volatile boolean ended;

    /**
     * @param domain of the beans of the first service; those of others have the names of their
     *     engines
     * @param metrics the counters
     */
    public ServerBeans(String domain, RunningServer server, ServerMetrics metrics) {
        this.domain = domain;
        this.server = server;
        this.metrics = metrics;
        thread = new Thread(null, this::run, "serval-jmx", 0, false);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Unregisters the beans. Waits for seconds at most. */
    public void stop() {
        ended = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.NANOSECONDS.toMillis(TICK) * 5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        // The processors are left to the first requests: no client attaches within the first
        // second.
        LockSupport.parkNanos(TICK);
        if (ended) {
            return;
        }
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        while (!ended) {
            try {
                refresh(beans);
                GUARD.passed();
            } catch (Throwable e) {
                GUARD.failed(e);
            }
            if (!ended) {
                LockSupport.parkNanos(TICK);
            }
        }
        registered.keySet().forEach(name -> unregister(beans, name));
        registered.clear();
    }

    /** Registers missing beans, and unregisters those whose objects have gone. */
    private void refresh(MBeanServer beans) {
        Map<ObjectName, Object> wanted = new LinkedHashMap<>();
        Map<ObjectName, MonitoringBean> made = new HashMap<>();
        Beans all =
                (name, of, bean) -> {
                    if (wanted.putIfAbsent(name, of) == null
                            && !Objects.equals(registered.get(name), of)) {
                        made.put(name, bean.get());
                    }
                };
        collect(all);
        registered
                .entrySet()
                .removeIf(
                        each -> {
                            boolean gone =
                                    !Objects.equals(wanted.get(each.getKey()), each.getValue());
                            if (gone) {
                                unregister(beans, each.getKey());
                            }
                            return gone;
                        });
        made.forEach(
                (name, bean) -> {
                    if (register(beans, name, bean)) {
                        registered.put(name, wanted.get(name));
                    }
                });
    }

    private void collect(Beans all) {
        boolean first = true;
        for (RunningService service : server.services()) {
            BeanNames names = new BeanNames(first ? domain : BeanNames.value(service.engine()));
            if (first) {
                GeneralBeans.server(names, server, all);
                for (RunningPool pool : server.pools()) {
                    GeneralBeans.pool(names.ofPool(pool), pool, all);
                }
            }
            first = false;
            GeneralBeans.service(names, service, all);
            for (Connector connector : service.connectors()) {
                new ConnectorBeans(names, connector, metrics, new RequestSnapshot(connector))
                        .collect(all);
            }
            for (RunningHost host : service.hosts()) {
                GeneralBeans.host(names, host, all);
                for (RunningApplication application : host.applications()) {
                    AppContext context = application.context();
                    if (context != null) {
                        new ApplicationBeans(names, server, application, context, metrics)
                                .collect(all);
                    }
                }
            }
        }
    }

    private static boolean register(MBeanServer beans, ObjectName name, MonitoringBean bean) {
        try {
            if (beans.isRegistered(name)) {
                // A bean of another server in this process: the first server keeps its names.
                return false;
            }
            beans.registerMBean(bean, name);
            return true;
        } catch (JMException e) {
            LOG.debug("{} was not registered", name, e);
            return false;
        }
    }

    private static void unregister(MBeanServer beans, ObjectName name) {
        try {
            beans.unregisterMBean(name);
        } catch (JMException e) {
            LOG.debug("{} was not there any more", name, e);
        }
    }
}
