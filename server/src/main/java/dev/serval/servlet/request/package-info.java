/**
 * A request and its response, as the Servlet API shows them and as the container knows them. What
 * stands above it asks the call, by {@link dev.serval.servlet.request.RequestCall}: dispatches,
 * asynchronous processing, logins. Start reading at {@link dev.serval.servlet.request.ApiRequest}.
 */
package dev.serval.servlet.request;
