/**
 * From an exchange to the servlet that answers it: one look-up in tables that are compiled when
 * applications are deployed. Must not depend on configuration or deployment. Start reading at
 * {@link dev.serval.routing.Router}.
 */
package dev.serval.routing;
