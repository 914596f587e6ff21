/**
 * The servlets, filters and listeners of an application: how they are registered, made, found for a
 * path and ended. Must not know requests and responses of the server. Start reading at {@link
 * dev.serval.servlet.registration.Registrations}.
 */
package dev.serval.servlet.registration;
