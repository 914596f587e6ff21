package dev.serval.tests;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** The {@link SecuredSite}s that the classes about security share: BIO and NIO, plain and TLS. */
final class OnSecuredSites {
    private static final Map<Wire, SecuredSite> SITES = new EnumMap<>(Wire.class);

    private OnSecuredSites() {}

    static Stream<Wire> plain() {
        return Wire.tested().stream().filter(wire -> wire == Wire.BIO || wire == Wire.NIO);
    }

    static Stream<Wire> encrypted() {
        return Wire.tested().stream().filter(wire -> wire == Wire.NIO_TLS);
    }

    /** Started by its first use, ended with the JVM. */
    static synchronized SecuredSite of(Wire wire) {
        return SITES.computeIfAbsent(
                wire,
                key -> {
                    SecuredSite site = new SecuredSite(key);
                    Runtime.getRuntime()
                            .addShutdownHook(
                                    new Thread(
                                            () -> {
                                                try {
                                                    site.close();
                                                } catch (IOException e) {
                                                    System.err.println(e);
                                                }
                                            }));
                    return site;
                });
    }
}
