package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.security.LoginConfig;
import dev.serval.security.SecurityConstraint;
import dev.serval.webapp.WebXml.Draft;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads constraints, roles and the login configuration. Used by one thread, for one file. */
final class SecurityElements {
    private static final Set<String> GUARANTEES = Set.of("NONE", "INTEGRAL", "CONFIDENTIAL");

    private final Elements elements;
    private final Draft draft;
    private final ServletElements servlets;

    SecurityElements(Elements elements, Draft draft, ServletElements servlets) {
        this.elements = elements;
        this.draft = draft;
        this.servlets = servlets;
    }

    void constraint(XmlElement e) {
        elements.check(e, "web-resource-collection*", "auth-constraint", "user-data-constraint");
        List<XmlElement> collections = e.children("web-resource-collection");
        if (collections.isEmpty()) {
            elements.problems()
                    .error(e.at, "security-constraint needs the element web-resource-collection");
        }
        List<SecurityConstraint.Collection> all = new ArrayList<>();
        for (XmlElement collection : collections) {
            elements.check(
                    collection,
                    "web-resource-name",
                    "url-pattern*",
                    "http-method*",
                    "http-method-omission*");
            List<String> patterns = servlets.patterns(collection);
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
                all.add(new SecurityConstraint.Collection(patterns, methods, omitted));
            }
        }
        if (!all.isEmpty()) {
            draft.constraints.add(new SecurityConstraint(all, roles(e), isConfidential(e)));
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

    /** Null without an auth-constraint, empty if it names no role. */
    private Set<String> roles(XmlElement e) {
        XmlElement auth = Elements.child(e, "auth-constraint");
        if (auth == null) {
            return null;
        }
        elements.check(auth, "role-name*");
        Set<String> roles = new LinkedHashSet<>();
        auth.children("role-name").forEach(name -> roles.add(elements.text(name)));
        return roles;
    }

    private boolean isConfidential(XmlElement e) {
        XmlElement data = Elements.child(e, "user-data-constraint");
        if (data == null) {
            return false;
        }
        elements.check(data, "transport-guarantee");
        String guarantee = elements.optional(data, "transport-guarantee");
        if (guarantee == null || !GUARANTEES.contains(guarantee)) {
            elements.problems()
                    .error(
                            data.at,
                            "user-data-constraint needs the element transport-guarantee with NONE,"
                                    + " INTEGRAL or CONFIDENTIAL");
        }
        return !"NONE".equals(guarantee);
    }

    void login(XmlElement e) {
        elements.check(e, "auth-method", "realm-name", "form-login-config");
        String word = elements.optional(e, "auth-method");
        String method = word == null ? "" : LoginConfig.canonical(word);
        if (word != null) {
            // The code that creates the authenticator checks the method.
            draft.settings.put(WebXml.LOGIN, new Setting(method, e.at));
        }
        XmlElement name = Elements.child(e, "realm-name");
        if (name != null) {
            draft.settings.put(WebXml.REALM_NAME, elements.setting(name));
        }
        XmlElement form = Elements.child(e, "form-login-config");
        if (form != null) {
            elements.check(form, "form-login-page", "form-error-page");
            page(form, "form-login-page", WebXml.LOGIN_PAGE);
            page(form, "form-error-page", WebXml.LOGIN_ERROR_PAGE);
        } else if (method.equals("FORM")) {
            elements.problems().error(e.at, "login-config needs the element form-login-config");
        }
    }

    private void page(XmlElement form, String name, String key) {
        String page =
                elements.needed(form, name) == null
                        ? null
                        : elements.path(Elements.child(form, name));
        if (page != null && !page.startsWith("/")) {
            // As in Tomcat, for old descriptors.
            page = "/" + page;
        }
        if (page != null) {
            draft.settings.put(key, new Setting(page, form.at));
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
