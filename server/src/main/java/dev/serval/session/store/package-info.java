/**
 * Keeps sessions outside of the memory, as bytes: the interface that an extension implements. Knows
 * nothing of applications, requests and attributes; start reading at {@link
 * dev.serval.session.store.SessionStore}.
 */
package dev.serval.session.store;
