package dev.serval.session;

import jakarta.servlet.http.Cookie;

/**
 * What the server's configuration adds to the cookies of an application. Immutable; names and
 * meanings are those of Tomcat's {@code CookieProcessor}.
 *
 * @param sameSite SameSite of cookies that have none; null adds none
 * @param partitioned whether all cookies are Partitioned
 * @param namesAlone whether text that a client sends without an equals sign is the name of a cookie
 */
public record CookieRules(String sameSite, boolean partitioned, boolean namesAlone) {
    public static final CookieRules NONE = new CookieRules(null, false, false);

    /** Attributes that the cookie gets besides its own; empty if there are none. */
    public String additions(Cookie cookie) {
        boolean site = sameSite != null && cookie.getAttribute("SameSite") == null;
        boolean parts = partitioned && cookie.getAttribute("Partitioned") == null;
        return (site ? "; SameSite=" + sameSite : "") + (parts ? "; Partitioned" : "");
    }
}
