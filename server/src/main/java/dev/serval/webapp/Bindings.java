package dev.serval.webapp;

import dev.serval.config.ContextEntry;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import java.util.Map;
import java.util.function.Consumer;

/** What is bound to names for an application, beside what its descriptors say. */
public interface Bindings {
    /**
     * By names below {@code java:comp/env}, what its Context says; web.xml replaces what it may.
     */
    Map<String, ContextEntry<Object>> context();

    /** By its names, what GlobalNamingResources has. */
    Map<String, Object> globals();

    /**
     * What an element {@code Resource} stands for, which is made when it is looked up.
     *
     * @param problems told what is wrong in it
     * @return null when there is an error
     */
    Object defined(XmlElement resource, Consumer<Problem> problems);
}
