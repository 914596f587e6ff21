package dev.serval.manager;

import dev.serval.operations.OperationRefused;

/** The text of a refusal, as in Tomcat's manager. Stateless. */
final class Sentence {
    private Sentence() {}

    /**
     * Without {@code FAIL - }.
     *
     * @param html whether what the client has sent is made harmless for browsers
     */
    static String of(OperationRefused refused, boolean html) {
        return switch (refused.reason()) {
            case NO_HOST -> "Host name [" + refused.detail(0) + "] does not exist";
            case NO_APPLICATION ->
                    "No context exists named [" + shown(refused.detail(0), html) + "]";
            case NO_SESSION -> "Session not found [" + shown(refused.detail(0), html) + "]";
            case BAD_PATH ->
                    "Invalid context path [" + shown(refused.detail(0), html) + "] was specified";
            case BAD_HOST -> "Invalid host name [" + refused.detail(0) + "] was specified";
            case OUTSIDE ->
                    "Unable to use ["
                            + refused.detail(0)
                            + "] as that is outside the expected directory ["
                            + refused.detail(1)
                            + "]";
            case EXISTS -> "Application already exists at path [" + refused.detail(0) + "]";
            case BUSY -> "The application [" + refused.detail(0) + "] is already being serviced";
            case SELF -> "The manager cannot reload, stop, or undeploy itself";
            case STOPPED ->
                    "Encountered exception [java.lang.IllegalStateException: Context with name ["
                            + named(refused.detail(0))
                            + "] has not yet been started]";
            case DECLARED ->
                    "Context ["
                            + refused.detail(0)
                            + "] is defined in server.xml and may not be undeployed";
            case NOT_REMOVED ->
                    "Unable to delete ["
                            + refused.detail(0)
                            + "]. The continued presence of this file may cause problems.";
            case NOT_MADE -> "Unable to create directory [" + refused.detail(0) + "]";
            case NOT_COPIED ->
                    "Unable to copy ["
                            + refused.detail(0)
                            + "] to ["
                            + refused.detail(1)
                            + "], details of the error may be in the server logs";
            case NOT_DEPLOYED ->
                    "Failed to deploy application at context path [" + refused.detail(0) + "]";
            case HOST_EXISTS -> "Host already exists with host name [" + refused.detail(0) + "]";
            case HOST_STARTED -> "Host [" + refused.detail(0) + "] is already started";
            case HOST_STOPPED -> "Host [" + refused.detail(0) + "] is already stopped";
            case DEFAULT_HOST ->
                    "Host [" + refused.detail(0) + "] answers for unknown names and has to stay";
            case HOST_FAILED -> "Failed to start host [" + refused.detail(0) + "]";
            case NO_TLS -> "Failed to reload TLS configuration";
            case STOPPING -> "The server stops";
        };
    }

    private static String named(String display) {
        return display.equals("/") ? "" : display;
    }

    private static String shown(String text, boolean html) {
        return html ? Markup.escaped(text) : text;
    }

    /** The cause of a refusal, in one line; null if there is none. */
    static String cause(OperationRefused refused) {
        return refused.getCause() == null ? null : refused.getCause().getMessage();
    }
}
