package dev.serval.benchmarks;

/** Starts a server within this JVM, on a free port of the loopback. Stateless. */
interface EmbeddedServer {

    /** Returns the port that it listens on. */
    int start(Contender contender, Site site) throws Exception;
}
