package dev.serval.jmx;

import java.util.function.Supplier;
import javax.management.ObjectName;

/** Takes the beans that there should be. Used by one thread. */
@FunctionalInterface
interface Beans {
    /**
     * @param of what it tells of; if that is another than before, the bean is made anew
     * @param bean makes it, if it is needed
     */
    void add(ObjectName name, Object of, Supplier<MonitoringBean> bean);
}
