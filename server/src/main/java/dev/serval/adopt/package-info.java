/**
 * A directory of Tomcat that is served as it is: what its property files mean here, and the report
 * of what becomes of everything in it. It knows the configuration and its check, but neither a
 * running server nor the command line. Start reading with {@link dev.serval.adopt.Adoption}.
 */
package dev.serval.adopt;
