package dev.serval.benchmarks.faults.application;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.Set;

/** Throws at the start of an application that asks for it. Stateless. */
public final class StartErrors implements ServletContainerInitializer {
    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
        Thrown.at("onStartup", context.getInitParameter("throw"));
    }
}
