package dev.serval.servlet.settings;

import dev.serval.session.CookieRules;
import dev.serval.session.SessionOverrides;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the server's configuration says of an application. Immutable; names and meanings are those
 * of Tomcat's attributes of {@code Context}.
 *
 * @param rules those that are on
 * @param dispatches how the paths of request dispatchers are read
 * @param sessions what goes before the descriptors' session-config
 * @param cookies what is added to cookies
 * @param resourceOnlyServlets names of servlets for which a welcome file has to be there; default
 *     jsp
 * @param requestCharacterEncoding of bodies that name none, where no descriptor says it; null for
 *     none
 * @param responseCharacterEncoding of responses that name none, where no descriptor says it; null
 *     for none
 */
public record ContextSettings(
        Set<ContextRule> rules,
        DispatchRules dispatches,
        SessionOverrides sessions,
        CookieRules cookies,
        List<String> resourceOnlyServlets,
        String requestCharacterEncoding,
        String responseCharacterEncoding) {

    public static final ContextSettings DEFAULTS =
            new ContextSettings(
                    ContextRule.defaults(),
                    DispatchRules.DEFAULTS,
                    SessionOverrides.NONE,
                    CookieRules.NONE,
                    List.of("jsp"),
                    null,
                    null);

    public ContextSettings {
        // A set of few bits: it is asked on the way of requests.
        EnumSet<ContextRule> on = EnumSet.noneOf(ContextRule.class);
        on.addAll(rules);
        rules = Collections.unmodifiableSet(on);
        resourceOnlyServlets = List.copyOf(resourceOnlyServlets);
    }

    /** Whether a rule is on. */
    public boolean has(ContextRule rule) {
        return rules.contains(rule);
    }

    /** The same with a rule on or off. */
    public ContextSettings with(ContextRule rule, boolean on) {
        EnumSet<ContextRule> changed = EnumSet.noneOf(ContextRule.class);
        changed.addAll(rules);
        if (on) {
            changed.add(rule);
        } else {
            changed.remove(rule);
        }
        return new ContextSettings(
                changed,
                dispatches,
                sessions,
                cookies,
                resourceOnlyServlets,
                requestCharacterEncoding,
                responseCharacterEncoding);
    }

    /** The same with other rules for cookies. */
    public ContextSettings withCookies(CookieRules other) {
        return new ContextSettings(
                rules,
                dispatches,
                sessions,
                other,
                resourceOnlyServlets,
                requestCharacterEncoding,
                responseCharacterEncoding);
    }
}
