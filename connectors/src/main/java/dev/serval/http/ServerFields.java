package dev.serval.http;

/**
 * The fields that the server adds to the responses of one connector: Date, Server and X-Powered-By.
 * For protocols. Thread-safe.
 */
public final class ServerFields {
    private static final PreparedFields NONE = PreparedFields.of(new Fields());

    /** The fields of one second. */
    private record Date(long second, PreparedFields field) {}

    private final PreparedFields server;
    private final PreparedFields poweredBy;
    private final boolean dropsServer;
    private volatile Date date = new Date(-1, NONE);

    public ServerFields(HttpOptions options) {
        String name = options.server();
        server = name == null ? NONE : PreparedFields.of(FieldName.SERVER, name);
        this.poweredBy =
                options.xpoweredBy()
                        ? PreparedFields.of(FieldName.X_POWERED_BY, "Servlet/6.1")
                        : NONE;
        this.dropsServer = name != null || options.serverRemoveAppProvidedValues();
    }

    /**
     * The Date (RFC 9110 §6.6.1), formatted once a second; nothing if the response has one.
     *
     * @param said the fields of the response
     */
    public PreparedFields date(Fields said) {
        if (said.has(FieldName.DATE)) {
            return NONE;
        }
        long second = System.currentTimeMillis() / 1000;
        Date current = date;
        if (current.second != second) {
            String text = HttpDate.format(second * 1000);
            current = new Date(second, PreparedFields.of(FieldName.DATE, text));
            date = current;
        }
        return current.field;
    }

    /** The Server field, or nothing. */
    public PreparedFields server() {
        return server;
    }

    /**
     * X-Powered-By, or nothing.
     *
     * @param said the fields of the response
     */
    public PreparedFields poweredBy(Fields said) {
        return said.has(FieldName.X_POWERED_BY) ? NONE : poweredBy;
    }

    /** True if a Server field of the application is left out. */
    public boolean dropsServer() {
        return dropsServer;
    }
}
