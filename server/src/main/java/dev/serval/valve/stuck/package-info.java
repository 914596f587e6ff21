/**
 * Calls that take too long: noted while they run, checked once a second by one thread for all of
 * them, and reported in the log with their stacks. It knows valves, but no applications. Start
 * reading at {@link dev.serval.valve.stuck.StuckCalls}.
 */
package dev.serval.valve.stuck;
