/**
 * What the server does when something goes wrong: {@link dev.serval.benchmarks.faults.Faults}
 * starts it as a process of its own, makes one {@link dev.serval.benchmarks.faults.Scenario} of a
 * fault happen, asks for files and a servlet before, during and after it, and prints a table with a
 * verdict per row. It knows the server only from outside: its jars, its configuration, its sockets,
 * its logs and {@code /proc}.
 */
package dev.serval.benchmarks.faults;
