package dev.serval.webapp;

import dev.serval.config.ContextEntry;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import java.util.Map;
import java.util.function.Consumer;

/** What is bound to names for an application, besides the entries of its descriptors. */
public interface Bindings {
    /**
     * The entries of its Context by names below {@code java:comp/env}; web.xml replaces those that
     * it may.
     */
    Map<String, ContextEntry<Object>> context();

    /** The entries of GlobalNamingResources, by name. */
    Map<String, Object> globals();

    /**
     * What an element {@code Resource} stands for, which is made when it is looked up.
     *
     * @param problems receives its errors and warnings
     * @return null if there is an error
     */
    Object defined(XmlElement resource, Consumer<Problem> problems);
}
