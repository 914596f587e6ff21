/**
 * The components that configuration describes: server, services, engines, hosts, contexts,
 * wrappers. They deploy, start and stop; none of them is on the path of a request, which goes from
 * a connector to the router's tables. Of the descriptors in an application it reads only what would
 * protect it. Start reading at {@link dev.serval.container.Server}.
 */
package dev.serval.container;
