/**
 * How {@code bin/serval.sh} speaks with a running server: a Unix domain socket for the owner of the
 * process, one order on a connection. It knows the server and nothing of the process or its
 * scripts. Start reading at {@link dev.serval.control.ControlSocket}.
 */
package dev.serval.control;
