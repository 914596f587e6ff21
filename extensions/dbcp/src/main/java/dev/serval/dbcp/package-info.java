/**
 * DataSources of JNDI: the pools of commons-dbcp2, under the factory names and with the attributes
 * of Tomcat. It is an extension, as the core does not depend on a pool; this is the default pool of
 * Tomcat itself, under its own name. Start reading at {@link dev.serval.dbcp.DbcpExtension}.
 */
package dev.serval.dbcp;
