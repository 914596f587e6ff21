package dev.serval.lifecycle;

import jakarta.servlet.Filter;

/**
 * A filter that is asked by requests with the field Upgrade alone (RFC 9110 §7.8), behind all other
 * filters and in front of the servlet, whatever the path; the other requests do not meet it. An
 * object of it is given to {@code addFilter}, and has no mappings.
 */
public interface UpgradeFilter extends Filter {}
