package dev.serval.jmx;

import java.util.function.Supplier;
import javax.management.ObjectName;

/** Collects the beans that should be registered. Used by one thread. */
@FunctionalInterface
interface Beans {
    /**
     * @param of the object that it describes; if it is not the same as before, the bean is made
     *     anew
     * @param bean makes it, if it is needed
     */
    void add(ObjectName name, Object of, Supplier<MonitoringBean> bean);
}
