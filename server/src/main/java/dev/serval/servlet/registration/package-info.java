/**
 * The servlets, filters and listeners of an application: their registration, creation, mapping and
 * end. Must not know requests and responses of the server. Start reading at {@link
 * dev.serval.servlet.registration.Registrations}.
 */
package dev.serval.servlet.registration;
