package dev.serval.tests;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that notes what it is told, and does what a test says. Thread-safe. */
final class AsyncEvents implements AsyncListener {
    interface Deed {
        void on(AsyncEvent event) throws IOException;
    }

    private static final Deed NOTHING = event -> {};

    private final String name;
    private final List<String> events;
    private Deed complete = NOTHING;
    private Deed timeout = NOTHING;
    private Deed error = NOTHING;
    private Deed start = NOTHING;

    private AsyncEvents(String name, List<String> events) {
        this.name = name;
        this.events = events;
    }

    static AsyncEvents noting() {
        return new AsyncEvents("", new CopyOnWriteArrayList<>());
    }

    /** One that notes its name, too, where the first one does. */
    AsyncEvents another(String called) {
        return new AsyncEvents(called + " ", events);
    }

    AsyncEvents onComplete(Deed deed) {
        complete = deed;
        return this;
    }

    AsyncEvents onTimeout(Deed deed) {
        timeout = deed;
        return this;
    }

    AsyncEvents onError(Deed deed) {
        error = deed;
        return this;
    }

    AsyncEvents onStartAsync(Deed deed) {
        start = deed;
        return this;
    }

    List<String> all() {
        return events;
    }

    void note(String event) {
        events.add(event);
    }

    /** Prints what belongs to a context's response, wherever it is wrapped. */
    static void print(AsyncContext async, String text) throws IOException {
        async.getResponse().getWriter().print(text);
    }

    @Override
    public void onComplete(AsyncEvent event) throws IOException {
        events.add(name + "onComplete");
        complete.on(event);
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        events.add(name + "onTimeout");
        timeout.on(event);
    }

    @Override
    public void onError(AsyncEvent event) throws IOException {
        events.add(name + "onError " + event.getThrowable().getMessage());
        error.on(event);
    }

    @Override
    public void onStartAsync(AsyncEvent event) throws IOException {
        events.add(name + "onStartAsync");
        start.on(event);
    }
}
