/**
 * Web applications as they lie in the file system: found, watched, unpacked. Knows neither
 * configuration nor containers; who deploys is told through {@link dev.serval.webapp.Deployments}.
 * Start reading at {@link dev.serval.webapp.Deployer}.
 */
package dev.serval.webapp;
