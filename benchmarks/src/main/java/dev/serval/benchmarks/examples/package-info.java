/**
 * The pages and sockets of Tomcat's examples application, on the packed server and on Tomcat in the
 * same run: every answer is compared.
 */
package dev.serval.benchmarks.examples;
