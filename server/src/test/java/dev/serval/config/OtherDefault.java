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
            "stack traces and versions help attackers");

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

    String reason() {
        return reason;
    }
}
