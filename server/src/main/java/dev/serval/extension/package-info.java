/**
 * What a jar may add to the server: an {@link dev.serval.extension.Extension} says which class
 * names of server.xml it answers to, which attributes they take ({@code dev.serval.settings}), and
 * makes what stands behind them. The server's own realms, credential handlers, authenticators and
 * valves are offered the same way. A package of its own, exported with {@code settings}, so that
 * what an extension is compiled against is small and says so; what a kind of guest is, its own
 * package says: {@code security}, {@code lifecycle}, {@code http}. Knows no XML and no container.
 * Start reading at {@link dev.serval.extension.Offer}.
 */
package dev.serval.extension;
