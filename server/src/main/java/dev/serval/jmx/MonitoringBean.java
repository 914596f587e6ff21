package dev.serval.jmx;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ReflectionException;

/**
 * An MBean whose attributes are computed when they are read. Built by one thread, then thread-safe.
 * Its values are of the JDK's simple types, so that any client can read them. No attribute can be
 * set: the configuration is changed in its file.
 */
final class MonitoringBean implements DynamicMBean {
    private record Value(String name, String type, Supplier<?> source) {}

    private record Action(
            String name, String result, int arguments, Function<String[], Object> run) {}

    private final String className;
    private final String description;
    private final Map<String, Value> values = new LinkedHashMap<>();
    private final Map<String, Action> actions = new LinkedHashMap<>();

    /**
     * @param className of the bean for monitoring, often Tomcat's
     */
    MonitoringBean(String className, String description) {
        this.className = className;
        this.description = description;
    }

    private MonitoringBean with(String name, String type, Supplier<?> source) {
        values.put(name, new Value(name, type, source));
        return this;
    }

    MonitoringBean text(String name, Supplier<String> source) {
        return with(name, String.class.getName(), source);
    }

    MonitoringBean text(String name, String value) {
        return text(name, () -> value);
    }

    MonitoringBean number(String name, Supplier<Integer> source) {
        return with(name, "int", source);
    }

    MonitoringBean number(String name, int value) {
        return number(name, () -> value);
    }

    MonitoringBean large(String name, Supplier<Long> source) {
        return with(name, "long", source);
    }

    MonitoringBean flag(String name, Supplier<Boolean> source) {
        return with(name, "boolean", source);
    }

    MonitoringBean flag(String name, boolean value) {
        return flag(name, () -> value);
    }

    MonitoringBean texts(String name, Supplier<String[]> source) {
        return with(name, String[].class.getName(), source);
    }

    /** Names of other beans. */
    MonitoringBean names(String name, Supplier<javax.management.ObjectName[]> source) {
        return with(name, javax.management.ObjectName[].class.getName(), source);
    }

    /**
     * An operation whose arguments are texts.
     *
     * @param result the type of what it returns; {@code void} for nothing
     */
    MonitoringBean action(
            String name, String result, int arguments, Function<String[], Object> run) {
        actions.put(name, new Action(name, result, arguments, run));
        return this;
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        Value value = values.get(name);
        if (value == null) {
            throw new AttributeNotFoundException("there is no attribute " + name);
        }
        return value.source.get();
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) {
            Value value = values.get(name);
            if (value != null) {
                try {
                    list.add(new Attribute(name, value.source.get()));
                } catch (RuntimeException e) {
                    // By the contract, an attribute that cannot be read is missing.
                }
            }
        }
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " can only be read");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String name, Object[] arguments, String[] signature)
            throws ReflectionException {
        Action action = actions.get(name);
        int given = arguments == null ? 0 : arguments.length;
        if (action == null || given != action.arguments) {
            throw new ReflectionException(
                    new NoSuchMethodException(name), "there is no such operation");
        }
        String[] texts = new String[given];
        for (int i = 0; i < given; i++) {
            texts[i] = String.valueOf(arguments[i]);
        }
        return action.run.apply(texts);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] attributes =
                values.values().stream()
                        .map(
                                each ->
                                        new MBeanAttributeInfo(
                                                each.name, each.type, each.name, true, false,
                                                false))
                        .toArray(MBeanAttributeInfo[]::new);
        MBeanOperationInfo[] operations =
                actions.values().stream()
                        .map(MonitoringBean::info)
                        .toArray(MBeanOperationInfo[]::new);
        return new MBeanInfo(className, description, attributes, null, operations, null);
    }

    private static MBeanOperationInfo info(Action action) {
        MBeanParameterInfo[] parameters = new MBeanParameterInfo[action.arguments];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = new MBeanParameterInfo("p" + i, String.class.getName(), "");
        }
        return new MBeanOperationInfo(
                action.name, action.name, parameters, action.result, MBeanOperationInfo.ACTION);
    }
}
