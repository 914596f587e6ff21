package dev.serval.lifecycle;

import jakarta.servlet.Filter;

/**
 * A filter that is called only for requests with the field Upgrade (RFC 9110 §7.8), after all other
 * filters and before the servlet, for any path; other requests do not pass it. An instance is given
 * to {@code addFilter}, and has no mappings.
 */
public interface UpgradeFilter extends Filter {}
