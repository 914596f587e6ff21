package dev.serval.session.saved;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs attributes that are left out: once for each name, and for a limited number of names.
 * Thread-safe; one for each application.
 */
final class AttributeWarnings {
    private static final Logger LOG = LoggerFactory.getLogger(AttributeWarnings.class);
    private static final int MOST = 100;

    private final String application;
    private final String purpose;
    private final AttributeRules rules;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /**
     * @param purpose the purpose for which an attribute that cannot be written is lost, in words
     */
    AttributeWarnings(String application, String purpose, AttributeRules rules) {
        this.application = application;
        this.purpose = purpose;
        this.rules = rules;
    }

    void notWritten(String name, AttributeException e) {
        if (isNews("w" + name)) {
            LOG.warn(
                    "SRV-0710 [{}] attribute {} of sessions is not kept {}: it {}",
                    application,
                    name,
                    purpose,
                    e.getMessage());
        }
    }

    void notRead(String name, AttributeException e) {
        if (e.isByRules() && !rules.tellsFiltered()) {
            LOG.debug("[{}] attribute {} of a session {}", application, name, e.getMessage());
        } else if (isNews("r" + name)) {
            LOG.warn(
                    "SRV-0711 [{}] attribute {} of a session is left out: it {}",
                    application,
                    name,
                    e.getMessage());
        }
    }

    void filtered(String name) {
        if (!rules.tellsFiltered()) {
            LOG.debug("[{}] attribute {} of sessions is filtered", application, name);
        } else if (isNews("f" + name)) {
            LOG.warn(
                    "SRV-0711 [{}] attribute {} of a session is left out: the filters of the Manager"
                            + " do not name it or its class",
                    application,
                    name);
        }
    }

    private boolean isNews(String key) {
        return told.size() < MOST && told.add(key);
    }
}
