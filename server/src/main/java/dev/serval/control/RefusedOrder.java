package dev.serval.control;

import dev.serval.operations.OperationRefused;

/** The text of a refusal of the server on a terminal. Stateless. */
final class RefusedOrder {
    private RefusedOrder() {}

    static String words(OperationRefused refused) {
        String words =
                switch (refused.reason()) {
                    case NO_APPLICATION -> "there is no application " + refused.detail(0);
                    case DECLARED ->
                            refused.detail(0)
                                    + " is declared in a file of conf; change that, and reload";
                    case BUSY -> refused.detail(0) + " is being changed already";
                    case STOPPED -> refused.detail(0) + " was stopped; start it, or deploy it";
                    case STOPPING -> "the server or the host stops";
                    case BAD_PATH -> refused.detail(0) + " can be no path of an application";
                    case NOT_COPIED ->
                            refused.detail(0) + " cannot be copied to " + refused.detail(1);
                    case NOT_DEPLOYED -> refused.detail(0) + " is not deployed";
                    case NOT_REMOVED -> refused.detail(0) + " cannot be removed";
                    // Refusals that these orders do not cause.
                    case NO_HOST,
                            NO_SESSION,
                            BAD_HOST,
                            OUTSIDE,
                            EXISTS,
                            SELF,
                            NOT_MADE,
                            HOST_EXISTS,
                            HOST_STARTED,
                            HOST_STOPPED,
                            DEFAULT_HOST,
                            HOST_FAILED,
                            NO_TLS ->
                            refused.getMessage();
                };
        Throwable cause = refused.getCause();
        return cause == null || cause.getMessage() == null
                ? words
                : words + ": " + cause.getMessage();
    }
}
