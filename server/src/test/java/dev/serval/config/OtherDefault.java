package dev.serval.config;

/** Defaults that differ from Tomcat's and belong to no attribute that is read here. Immutable. */
enum OtherDefault {
    CACHE_OBJECT_MAX_SIZE(
            "Resources cacheObjectMaxSize",
            "128 KiB",
            "512 KiB",
            "larger files leave by sendfile from an open file, which was measured to be cheaper"),
    PLACEHOLDERS(
            "${name}",
            "the environment is asked too",
            "system properties only",
            "containers are configured by environment variables"),
    UNRESOLVED(
            "${name} without a value",
            "an error",
            "left as it stands",
            "a literal ${name} is never what was meant"),
    ERROR_REPORT(
            "ErrorReportValve showReport, showServerInfo",
            "false",
            "true",
            "stack traces and versions help attackers"),
    SAME_SITE(
            "SameSite of the cookie of sessions",
            "Lax",
            "none",
            "forms of other sites do not act for whoever has logged in"),
    TRACKING(
            "tracking-mode of web.xml",
            "COOKIE",
            "COOKIE, URL",
            "an id in a URL is in logs, bookmarks and Referer fields, too (CWE-598)"),
    QUEUE_TIME(
            "Connector maxQueueTime",
            "10 s",
            "no limit",
            "whoever waits longer has gone; -1 is no limit here, too"),
    DATA_RATES(
            "Connector minRequestDataRate, minResponseDataRate",
            "240",
            "none",
            "a client that is slow on purpose keeps nobody waiting; 0 is none"),
    PARTIAL_PUT(
            "init-param allowPartialPut of the default servlet",
            "false",
            "true",
            "nobody sees half of a file"),
    POST_AS_GET(
            "init-param allowPostAsGet of the default servlet",
            "false",
            "true",
            "what a form sends is not lost unseen");

    private final String where;
    private final String serval;
    private final String tomcat;
    private final String reason;

    OtherDefault(String where, String serval, String tomcat, String reason) {
        this.where = where;
        this.serval = serval;
        this.tomcat = tomcat;
        this.reason = reason;
    }

    String where() {
        return where;
    }

    String serval() {
        return serval;
    }

    String tomcat() {
        return tomcat;
    }

    /** Whether that of Tomcat counts with {@code compat="tomcat"}. */
    boolean isCompatible() {
        return this == SAME_SITE || this == TRACKING;
    }

    String reason() {
        return reason;
    }
}
