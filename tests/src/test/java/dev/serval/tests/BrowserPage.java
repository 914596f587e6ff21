package dev.serval.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A page of a {@link Browser}: its user's hands and eyes. One thread. */
final class BrowserPage implements AutoCloseable {
    private static final Set<String> BAD = Set.of("error", "warning", "assert");

    private final Browser browser;
    private final Object target;
    private final String session;
    private final List<Map<?, ?>> events = new CopyOnWriteArrayList<>();

    BrowserPage(Browser browser, Object target, String session) {
        this.browser = browser;
        this.target = target;
        this.session = session;
    }

    void happened(Map<?, ?> event) {
        events.add(event);
    }

    void begin() throws Exception {
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
    }

    /** A method of the DevTools protocol, for this page. */
    Map<?, ?> call(String method, Map<String, ?> parameters) throws Exception {
        return browser.call(session, method, parameters);
    }

    /** Loads another page. */
    BrowserPage go(String url) throws Exception {
        int loads = events("Page.loadEventFired").size();
        Map<?, ?> answer = call("Page.navigate", Map.of("url", url));
        if (answer.get("errorText") != null) {
            throw new AssertionError(url + ": " + answer.get("errorText"));
        }
        Waiting.until("loaded " + url, () -> events("Page.loadEventFired").size() > loads);
        return this;
    }

    /** The value of an expression of JavaScript, or of what it promises, as JSON has it. */
    Object evaluate(String expression) throws Exception {
        Map<?, ?> answer =
                call(
                        "Runtime.evaluate",
                        Map.of(
                                "expression",
                                expression,
                                "returnByValue",
                                true,
                                "awaitPromise",
                                true));
        if (answer.get("exceptionDetails") != null) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return ((Map<?, ?>) answer.get("result")).get("value");
    }

    /** Waits until an expression is true, also of the page that is just coming. */
    BrowserPage until(String expression) throws Exception {
        Waiting.until(
                expression,
                () -> {
                    try {
                        return Boolean.TRUE.equals(evaluate("Boolean(" + expression + ")"));
                    } catch (Browser.Refused e) {
                        return false; // the page has gone meanwhile
                    }
                });
        return this;
    }

    /** Waits until the text of the first element that a selector finds contains that. */
    BrowserPage untilText(String selector, String text) throws Exception {
        return until(found(selector) + "?.textContent.includes(" + Json.write(text) + ")");
    }

    String text(String selector) throws Exception {
        return (String) evaluate(found(selector) + ".textContent");
    }

    private static String found(String selector) {
        return "document.querySelector(" + Json.write(selector) + ")";
    }

    /** A click in the middle of an element. */
    BrowserPage click(String selector) throws Exception {
        return drag(selector, 0.5, 0.5, 0.5, 0.5);
    }

    /** The mouse goes down, moves and goes up; places are parts of the element's size. */
    BrowserPage drag(String selector, double fromX, double fromY, double toX, double toY)
            throws Exception {
        Map<?, ?> box =
                (Map<?, ?>)
                        evaluate(
                                "(e => { e.scrollIntoView({block: 'center'}); const b ="
                                        + " e.getBoundingClientRect(); return {x: b.x, y: b.y, width:"
                                        + " b.width, height: b.height}; })("
                                        + found(selector)
                                        + ")");
        mouse("mousePressed", box, fromX, fromY);
        mouse("mouseMoved", box, toX, toY);
        mouse("mouseReleased", box, toX, toY);
        return this;
    }

    private void mouse(String type, Map<?, ?> box, double x, double y) throws Exception {
        call(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type",
                        type,
                        "x",
                        (double) box.get("x") + x * (double) box.get("width"),
                        "y",
                        (double) box.get("y") + y * (double) box.get("height"),
                        "button",
                        "left",
                        "buttons",
                        type.equals("mouseReleased") ? 0 : 1,
                        "clickCount",
                        1));
    }

    /** Types into an element. */
    BrowserPage type(String selector, String text) throws Exception {
        evaluate(found(selector) + ".focus()");
        call("Input.insertText", Map.of("text", text));
        return this;
    }

    /**
     * Presses and releases a key where the focus is.
     *
     * @param key as in {@code KeyboardEvent.key}; of printable ones none
     * @param number the number that Windows has for it
     * @param modifiers 8 for Shift, 4 Meta, 2 Control, 1 Alt, and their sums
     */
    BrowserPage press(String key, int number, int modifiers) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            call(
                    "Input.dispatchKeyEvent",
                    Map.of(
                            "type",
                            type,
                            "key",
                            key,
                            "code",
                            key,
                            "windowsVirtualKeyCode",
                            number,
                            "modifiers",
                            modifiers,
                            "text",
                            key.equals("Enter") && type.equals("keyDown") ? "\r" : ""));
        }
        return this;
    }

    BrowserPage enter() throws Exception {
        return press("Enter", 13, 0);
    }

    /** The parameters of all events of that name so far. */
    List<Map<?, ?>> events(String method) {
        List<Map<?, ?>> found = new ArrayList<>();
        for (Map<?, ?> event : events) {
            if (method.equals(event.get("method"))) {
                found.add((Map<?, ?>) event.get("params"));
            }
        }
        return found;
    }

    /** Errors and warnings of the console, exceptions and violations of a policy, so far. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        for (Map<?, ?> added : events("Log.entryAdded")) {
            Map<?, ?> entry = (Map<?, ?>) added.get("entry");
            if (BAD.contains(entry.get("level"))) {
                complaints.add(entry.toString());
            }
        }
        for (Map<?, ?> call : events("Runtime.consoleAPICalled")) {
            if (BAD.contains(call.get("type"))) {
                complaints.add(call.get("args").toString());
            }
        }
        for (Map<?, ?> thrown : events("Runtime.exceptionThrown")) {
            complaints.add(String.valueOf(thrown.get("exceptionDetails")));
        }
        return complaints;
    }

    @Override
    public void close() throws Exception {
        browser.call(null, "Target.closeTarget", Map.of("targetId", target));
    }
}
