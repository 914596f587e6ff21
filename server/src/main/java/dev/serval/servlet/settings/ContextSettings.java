package dev.serval.servlet.settings;

import dev.serval.session.CookieRules;
import dev.serval.session.SessionOverrides;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The server's configuration of an application. Immutable; names and meanings are those of Tomcat's
 * attributes of {@code Context}.
 *
 * @param rules those that are on
 * @param dispatches how the paths of request dispatchers are read
 * @param sessions what overrides the session-config of descriptors
 * @param cookies what is added to cookies
 * @param resourceOnlyServlets names of servlets for which a welcome file has to be there; default
 *     jsp
 * @param requestCharacterEncoding the encoding of bodies that name none, unless a descriptor sets
 *     it; null if there is none
 * @param responseCharacterEncoding the encoding of responses that name none, unless a descriptor
 *     sets it; null if there is none
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
        // A compact set, since requests read it.
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
