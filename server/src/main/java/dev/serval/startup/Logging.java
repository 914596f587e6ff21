package dev.serval.startup;

/**
 * Which file configures the server's log. Owned by {@link Main}.
 *
 * <p>Logback is told by a system property, which the Logback of an application would follow too. So
 * the server's file is in it only until the server's own Logback has read it; what users have set
 * there is for applications.
 */
final class Logging {
    static final String PROPERTY = "logback.configurationFile";

    /** Set by the start script. */
    static final String OWN = "serval.logback";

    private final String users = System.getProperty(PROPERTY);

    /** To be made before the first logger. */
    Logging() {
        String own = System.getProperty(OWN);
        if (own != null) {
            System.setProperty(PROPERTY, own);
        }
    }

    /** To be called after the first logger was made, before the first application. */
    void leaveToApplications() {
        if (users == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, users);
        }
    }
}
