/**
 * The MBeans of a running server, under the names and with the attributes that monitoring knows of
 * Tomcat. It reads what {@code monitor} and {@code metrics} provide, and nothing reads it. Start
 * reading at {@link dev.serval.jmx.ServerBeans}.
 */
package dev.serval.jmx;
