/**
 * What an application may see of the server and do with it that its configuration trusts ({@code
 * privileged} of its {@code Context}): applications, sessions, hosts, ports. Interfaces and data
 * alone; {@code container} has what stands behind them, and knows who may have it. Start reading at
 * {@link dev.serval.operations.Operations}.
 */
package dev.serval.operations;
