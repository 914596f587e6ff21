package dev.serval.benchmarks.faults.application;

import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;

/** Throws in whichever callback is wanted; at the end of the application always. Thread-safe. */
public final class EveryListener
        implements ServletContextListener,
                ServletContextAttributeListener,
                ServletRequestListener,
                ServletRequestAttributeListener,
                HttpSessionListener,
                HttpSessionIdListener,
                HttpSessionAttributeListener {

    @Override
    public void contextInitialized(ServletContextEvent event) {
        Thrown.at("contextInitialized", event.getServletContext().getInitParameter("throw"));
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        Thrown.error("death");
    }

    @Override
    public void attributeAdded(ServletContextAttributeEvent event) {
        Thrown.at("contextAttributeAdded");
    }

    @Override
    public void attributeReplaced(ServletContextAttributeEvent event) {
        Thrown.at("contextAttributeReplaced");
    }

    @Override
    public void attributeRemoved(ServletContextAttributeEvent event) {
        Thrown.at("contextAttributeRemoved");
    }

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        Thrown.at("requestInitialized", Thrown.wantedBy(event.getServletRequest()));
    }

    @Override
    public void requestDestroyed(ServletRequestEvent event) {
        Thrown.at("requestDestroyed", Thrown.wantedBy(event.getServletRequest()));
    }

    @Override
    public void attributeAdded(ServletRequestAttributeEvent event) {
        Thrown.at("requestAttributeAdded");
    }

    @Override
    public void attributeReplaced(ServletRequestAttributeEvent event) {
        Thrown.at("requestAttributeReplaced");
    }

    @Override
    public void attributeRemoved(ServletRequestAttributeEvent event) {
        Thrown.at("requestAttributeRemoved");
    }

    @Override
    public void sessionCreated(HttpSessionEvent event) {
        Thrown.at("sessionCreated");
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        Thrown.at("sessionDestroyed");
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldId) {
        Thrown.at("sessionIdChanged");
    }

    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
        Thrown.at("sessionAttributeAdded");
    }

    @Override
    public void attributeReplaced(HttpSessionBindingEvent event) {
        Thrown.at("sessionAttributeReplaced");
    }

    @Override
    public void attributeRemoved(HttpSessionBindingEvent event) {
        Thrown.at("sessionAttributeRemoved");
    }
}
