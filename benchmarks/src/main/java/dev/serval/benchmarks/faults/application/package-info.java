/**
 * The application that the faults happen in; its classes are copied into the application of each
 * server. It knows the Servlet API and nothing else.
 */
package dev.serval.benchmarks.faults.application;
