/**
 * What a call needs of an application, in one object: mappings, filters, sessions, files, error
 * pages. Must not know requests, nor how an application starts. Start reading at {@link
 * dev.serval.servlet.application.Application}.
 */
package dev.serval.servlet.application;
