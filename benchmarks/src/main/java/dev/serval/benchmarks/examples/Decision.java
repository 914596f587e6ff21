package dev.serval.benchmarks.examples;

/** Where Serval answers otherwise on purpose. */
enum Decision {
    REPORT("the page that tells of an error is the server's own: its text is not compared") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return tomcat != null
                    && tomcat.status() >= 400
                    && tomcat.text().contains("<title>HTTP Status ")
                    && wanted.startsWith("body ");
        }
    },
    SESSION_URL("sessions are not in URLs unless the application's tracking-mode says so") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return wanted.replaceAll(";jsessionid=ID", "").equals(got);
        }
    },
    REDIRECT_BODY("a redirect has a body that says where to (Servlet 6.1 §5.5)") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return tomcat != null
                    && tomcat.field("Location") != null
                    && (wanted.equals("body ") || wanted.startsWith("Content-Type: "));
        }
    },
    ATTRIBUTES("users have no attributes of Tomcat's") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return wanted.replaceAll(
                            "(?s)<p>The principal contains the following.*?</table>", "NONE")
                    .equals(
                            got.replace(
                                    "<p>The principal does not support attributes.</p>", "NONE"));
        }
    },
    TRACE("TRACE is refused before a page is looked for: Allow lists what the server takes") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.startsWith("TRACE ") && wanted.startsWith("Allow: ");
        }
    },
    SOURCE("whatever ends like a page, in any letter case, is never looked for as a file") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return tomcat != null
                    && what.matches("GET .*(\\.jspf|\\.JSPX?)")
                    && !wanted.startsWith("Set-Cookie");
        }
    },
    PRECLUDED(
            "a method that nobody may use is refused before anybody logs in (Servlet 6.1 §13.8.3), and no answer to keep is marked") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.matches("(HEAD|OPTIONS|PATCH) .*/protected/.*")
                    && (tomcat.status() == 200 || got.equals("Cache-Control: null"));
        }
    },
    LOGIN(
            "pages of a login are never stored; the id of a session changes with the login, not with the page that asks for it") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.contains("/protected")
                    && (got.equals("Cache-Control: no-store")
                            || got.equals("Set-Cookie: null")
                            || tomcat.status() == 500 && got.equals("Cache-Control: null"));
        }
    },
    LANDING(
            "a login that no page has asked for leads to the first page; Tomcat answers 404 or 408") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.contains("j_security_check")
                    && (tomcat.status() == 404 || tomcat.status() == 408);
        }
    },
    POSTED("a POST that the login has held back is answered as one: not marked private") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.endsWith("/protected/index.jsp")
                    && tomcat.text().contains("been granted role")
                    && got.equals("Cache-Control: null");
        }
    },
    VERSION("a handshake without a version is malformed (RFC 6455 §4.2.1): 400") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.endsWith("a handshake without a version");
        }
    },
    UPGRADE("a 426 names the protocol (RFC 9110 §15.5.22)") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.endsWith("a handshake of version 8") && wanted.equals("Upgrade: null");
        }
    },
    CONTEXT(
            "compressed messages do not refer to earlier ones, which would cost 300 KB a connection") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return wanted.startsWith("Sec-WebSocket-Extensions: permessage-deflate")
                    && got.endsWith(
                            ": permessage-deflate;server_no_context_takeover;client_no_context_takeover");
        }
    },
    NO_CODE("a close frame without a code is answered with one without (RFC 6455 §5.5.1)") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.endsWith("closed without a code") && got.equals("close ");
        }
    },
    REASON("a reason that is no UTF-8 is 1007 (RFC 6455 §8.1)") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.endsWith("closed for no text") && got.equals("close 1007");
        }
    },
    SHORTEST("a length that is not the shortest is refused (RFC 6455 §5.2)") {
        @Override
        boolean covers(String what, Answer tomcat, String wanted, String got) {
            return what.endsWith("with a longer length");
        }
    };

    private final String reason;

    Decision(String reason) {
        this.reason = reason;
    }

    /**
     * Whether it is what makes two aspects differ.
     *
     * @param tomcat what Tomcat has answered; null for a WebSocket
     */
    abstract boolean covers(String what, Answer tomcat, String wanted, String got);

    /** Null if it is none. */
    static Decision of(String what, Answer tomcat, String wanted, String got) {
        for (Decision decision : values()) {
            if (decision.covers(what, tomcat, wanted, got)) {
                return decision;
            }
        }
        return null;
    }

    String reason() {
        return reason;
    }
}
