package dev.serval.builtin;

import dev.serval.builtin.manager.PersistentValveReader;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Protection;
import dev.serval.security.SingleSignOn;
import dev.serval.valve.Valve;
import java.util.List;
import java.util.function.Supplier;

/**
 * The valves that an element {@code Valve} may name without an extension. Constants; the readers
 * are loaded when an element names them.
 */
public final class BuiltInValves {
    private static final String VALVES = "org.apache.catalina.valves.";

    /**
     * Single sign-on for the applications of a host or an engine: an element Valve as in Tomcat,
     * but not around requests. Only the server makes it, so it is no constant of {@link Kind}.
     */
    public static final Kind<SingleSignOn> SINGLE_SIGN_ON =
            new Kind<>(SingleSignOn.class, Kind.VALVE.element(), Kind.VALVE.parents());

    /** In the order of the reference page. */
    public static final List<Offer<Valve>> OFFERS =
            List.of(
                    valve(() -> AccessLogReader.DECLARATION, "AccessLog", VALVES + "AccessLogValve")
                            .with(Protection.NO),
                    valve(
                                    () -> AccessLogReader.JSON,
                                    "JsonAccessLogValve",
                                    VALVES + "JsonAccessLogValve")
                            .with(Protection.NO),
                    valve(
                                    () -> AccessLogReader.EXTENDED,
                                    "ExtendedAccessLogValve",
                                    VALVES + "ExtendedAccessLogValve")
                            .with(Protection.NO),
                    valve(
                                    () -> RemoteIpReader.DECLARATION,
                                    "RemoteIpValve",
                                    VALVES + "RemoteIpValve")
                            .single()
                            .in(
                                    List.of("Engine", "Host"),
                                    "in Context would come too late, for the Context is found by"
                                            + " then; put it into the Host or the Engine"),
                    valve(() -> AddressReader.BLOCKS, "RemoteCIDRValve", VALVES + "RemoteCIDRValve")
                            .with(Protection.YES),
                    valve(
                                    () -> AddressReader.EXPRESSIONS,
                                    "RemoteAddrValve",
                                    VALVES + "RemoteAddrValve")
                            .with(Protection.YES),
                    valve(() -> AddressReader.NAMES, "RemoteHostValve", VALVES + "RemoteHostValve")
                            .with(Protection.YES),
                    valve(
                                    () -> RewriteReader.DECLARATION,
                                    "RewriteValve",
                                    VALVES + "rewrite.RewriteValve")
                            .with(Protection.YES),
                    valve(
                                    () -> AroundReader.HEALTH,
                                    "HealthCheckValve",
                                    VALVES + "HealthCheckValve")
                            .in(
                                    List.of("Engine", "Host"),
                                    "belongs in an Engine or a Host, which answers where its"
                                            + " application does not")
                            .with(Protection.NO),
                    valve(() -> AroundReader.SEMAPHORE, "SemaphoreValve", VALVES + "SemaphoreValve")
                            .with(Protection.NO),
                    valve(
                                    () -> AroundReader.PARAMETERS,
                                    "ParameterLimitValve",
                                    VALVES + "ParameterLimitValve")
                            .with(Protection.NO),
                    valve(
                                    () -> AroundReader.SESSIONS,
                                    "CrawlerSessionManagerValve",
                                    VALVES + "CrawlerSessionManagerValve")
                            .with(Protection.NO),
                    valve(
                                    () -> PersistentValveReader.DECLARATION,
                                    "PersistentValve",
                                    VALVES + "PersistentValve")
                            .with(Protection.NO),
                    valve(() -> AroundReader.FILTERS, "FilterValve", VALVES + "FilterValve")
                            .with(Protection.YES),
                    valve(
                                    () -> StuckReader.DECLARATION,
                                    "StuckThreadDetectionValve",
                                    VALVES + "StuckThreadDetectionValve")
                            .with(Protection.NO),
                    valve(() -> AroundReader.TLS, "SSLValve", VALVES + "SSLValve")
                            .with(Protection.NO),
                    valve(() -> TraceReader.TRACE, "TraceContextValve").with(Protection.NO),
                    valve(
                                    () -> ErrorReportReader.HTML,
                                    "ErrorReportValve",
                                    VALVES + "ErrorReportValve")
                            .with(Protection.NO),
                    valve(
                                    () -> ErrorReportReader.JSON,
                                    "JsonErrorReportValve",
                                    VALVES + "JsonErrorReportValve")
                            .with(Protection.NO),
                    valve(
                                    () -> ErrorReportReader.PROXY,
                                    "ProxyErrorReportValve",
                                    VALVES + "ProxyErrorReportValve")
                            .with(Protection.NO));

    /** The one of its kind. */
    public static final Offer<SingleSignOn> SHARED_LOGINS =
            new Offer<>(
                            SINGLE_SIGN_ON,
                            List.of(
                                    "SingleSignOn",
                                    "org.apache.catalina.authenticator.SingleSignOn",
                                    "org.apache.catalina.ha.authenticator.ClusterSingleSignOn"),
                            () -> SingleSignOnReader.DECLARATION)
                    .single()
                    .with(Protection.NO)
                    .in(
                            List.of("Engine", "Host"),
                            "belongs into a Host or an Engine, whose applications share its logins;"
                                    + " here it has no effect, and users log in to each"
                                    + " application");

    private BuiltInValves() {}

    private static Offer<Valve> valve(
            Supplier<Declaration<Valve>> declaration, String... classNames) {
        return new Offer<>(Kind.VALVE, List.of(classNames), declaration);
    }
}
