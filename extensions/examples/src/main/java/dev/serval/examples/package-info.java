/** The features of servlets and endpoints, each in one class; pages are in webapps/examples. */
package dev.serval.examples;
