/** What a servlet can do, each thing in one class; the pages are in webapps/examples. */
package dev.serval.examples;
