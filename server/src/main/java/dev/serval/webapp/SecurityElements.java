package dev.serval.webapp;

import dev.serval.config.XmlElement;
import dev.serval.webapp.WebXml.Draft;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads constraints, roles and the way to log in. One thread, one file. */
final class SecurityElements {
    private final Elements elements;
    private final Draft draft;

    SecurityElements(Elements elements, Draft draft) {
        this.elements = elements;
        this.draft = draft;
    }

    void constraint(XmlElement e) {
        elements.check(e, "web-resource-collection", "auth-constraint", "user-data-constraint");
        List<XmlElement> collections = e.children("web-resource-collection");
        if (collections.isEmpty()) {
            elements.problems()
                    .error(e.at, "security-constraint needs the element web-resource-collection");
        }
        String reason = reason(e);
        for (XmlElement collection : collections) {
            elements.check(
                    collection,
                    "web-resource-name",
                    "url-pattern",
                    "http-method",
                    "http-method-omission");
            List<String> patterns = new ServletElements(elements, draft).patterns(collection);
            Set<String> methods = methods(collection, "http-method");
            Set<String> omitted = methods(collection, "http-method-omission");
            if (patterns.isEmpty()) {
                elements.problems()
                        .error(
                                collection.at,
                                "web-resource-collection needs the element url-pattern: nothing"
                                        + " would be protected");
            } else if (!methods.isEmpty() && !omitted.isEmpty()) {
                elements.problems()
                        .error(
                                collection.at,
                                "web-resource-collection has http-method or http-method-omission,"
                                        + " not both");
            } else {
                draft.constraints.add(
                        new Constraint(patterns, methods, omitted, reason, collection.at));
            }
        }
    }

    private Set<String> methods(XmlElement collection, String name) {
        Set<String> methods = new LinkedHashSet<>();
        for (XmlElement method : collection.children(name)) {
            String text = elements.text(method);
            if (text.isEmpty() || text.chars().anyMatch(c -> c <= ' ' || c > 126)) {
                elements.problems().error(method.at, name + " is no method: '" + text + "'");
            } else {
                methods.add(text);
            }
        }
        return methods;
    }

    /** What is demanded, or null. */
    private String reason(XmlElement e) {
        List<String> demands = new ArrayList<>();
        XmlElement auth = Elements.child(e, "auth-constraint");
        if (auth != null) {
            elements.check(auth, "role-name");
            List<String> roles = auth.children("role-name").stream().map(elements::text).toList();
            demands.add(
                    roles.isEmpty()
                            ? "nobody may come in"
                            : "needs role " + String.join(", ", roles));
        }
        XmlElement data = Elements.child(e, "user-data-constraint");
        if (data != null) {
            elements.check(data, "transport-guarantee");
            String guarantee = elements.optional(data, "transport-guarantee");
            if (guarantee == null || !guarantee.equals("NONE")) {
                demands.add("needs TLS");
            }
        }
        return demands.isEmpty() ? null : String.join(", ", demands);
    }

    void login(XmlElement e) {
        elements.check(e, "auth-method", "realm-name", "form-login-config");
        String method = elements.optional(e, "auth-method");
        elements.noEffect(
                e,
                "nobody can log in"
                        + (method == null ? "" : " by " + method)
                        + "; paths under a security-constraint answer 403");
        if (method != null) {
            draft.settings.put(WebXml.LOGIN, new Setting(method, e.at));
        }
    }

    void role(XmlElement e) {
        elements.check(e, "role-name");
        String name = elements.needed(e, "role-name");
        if (name != null) {
            draft.roles.add(name);
        }
    }
}
