/**
 * What a trusted application ({@code privileged} of its {@code Context}) may see of the server and
 * do with it: applications, sessions, hosts, ports. Interfaces and data only; {@code container} has
 * the implementation, and decides which applications get it. Start reading at {@link
 * dev.serval.operations.Operations}.
 */
package dev.serval.operations;
