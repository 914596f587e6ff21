/** Sessions and their settings. Must not know how a request was routed, nor configuration files. */
package dev.serval.session;
