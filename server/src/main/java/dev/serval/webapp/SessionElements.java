package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.webapp.WebXml.Draft;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Reads {@code session-config}. Used by one thread, for one file. */
final class SessionElements {
    private final Elements elements;
    private final Draft draft;

    SessionElements(Elements elements, Draft draft) {
        this.elements = elements;
        this.draft = draft;
    }

    void config(XmlElement e) {
        elements.check(e, "session-timeout", "cookie-config", "tracking-mode*");
        XmlElement timeout = Elements.child(e, "session-timeout");
        if (timeout != null) {
            String text = elements.text(timeout);
            if (elements.number(
                    text, timeout.at, timeout.name, Integer.MIN_VALUE, Integer.MAX_VALUE)) {
                draft.settings.put(WebXml.TIMEOUT, new Setting(text, timeout.at));
            }
        }
        XmlElement cookie = Elements.child(e, "cookie-config");
        if (cookie != null) {
            cookie(cookie);
        }
        Set<String> modes = new TreeSet<>();
        for (XmlElement mode : e.children("tracking-mode")) {
            SessionTrackingMode found =
                    elements.word(mode, SessionTrackingMode.class, "COOKIE, URL or SSL");
            if (found != null) {
                modes.add(found.name());
            }
        }
        if (modes.size() > 1 && modes.contains(SessionTrackingMode.SSL.name())) {
            // The same as in setSessionTrackingModes.
            elements.problems().error(e.at, "tracking-mode SSL cannot be combined with others");
        } else if (!modes.isEmpty()) {
            draft.settings.put(WebXml.TRACKING, new Setting(String.join(",", modes), e.at));
        }
    }

    private void cookie(XmlElement cookie) {
        elements.check(
                cookie,
                "name",
                "domain",
                "path",
                "comment",
                "http-only",
                "secure",
                "max-age",
                "attribute*");
        for (XmlElement child : cookie.children) {
            String text = elements.text(child);
            boolean fits =
                    switch (child.name) {
                        case "name", "domain", "path" -> !text.isEmpty();
                        case "http-only", "secure" -> elements.truth(text, child.at, child.name);
                        case "max-age" ->
                                elements.number(text, child.at, child.name, -1, Integer.MAX_VALUE);
                        default -> false;
                    };
            if (fits) {
                draft.settings.put(WebXml.COOKIE + child.name, new Setting(text, child.at));
            } else if (child.name.equals("attribute")) {
                attribute(child);
            } else if (child.name.equals("comment")) {
                elements.noEffect(child, "cookies have no comments any more (RFC 6265)");
            }
        }
    }

    private void attribute(XmlElement e) {
        elements.check(e, "attribute-name", "attribute-value");
        String name = elements.needed(e, "attribute-name");
        String value = elements.optional(e, "attribute-value");
        if (name != null && value != null && isAttribute(name, value, e)) {
            String path = WebXml.COOKIE + "attribute/" + name.toLowerCase(Locale.ROOT);
            draft.settings.put(path, new Setting(value, e.at));
        }
    }

    /** Whether the API accepts an attribute; otherwise every session would fail because of it. */
    private boolean isAttribute(String name, String value, XmlElement e) {
        try {
            new Cookie("a", "").setAttribute(name, value);
            if (value.chars().noneMatch(c -> c == ';' || c < ' ' || c > '~')) {
                return true;
            }
        } catch (IllegalArgumentException bad) {
            // Reported below.
        }
        elements.problems().error(e.at, "a cookie cannot have the attribute " + name + "=" + value);
        return false;
    }
}
