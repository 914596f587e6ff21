package dev.serval.builtin;

import static dev.serval.settings.Attribute.flag;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Reader;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.ApplicationStatuses;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.valve.Valve;
import dev.serval.valve.address.ProxyList;
import dev.serval.valve.around.ConcurrencyLimit;
import dev.serval.valve.around.CrawlerSessions;
import dev.serval.valve.around.FilterAround;
import dev.serval.valve.around.FormLimitRules;
import dev.serval.valve.around.HealthCheck;
import dev.serval.valve.around.ProxyTls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** Reads elements {@code Valve} that are of {@link dev.serval.valve.around}. Stateless. */
final class AroundReader {
    private static final int BUSY = 503;
    private static final String CRAWLERS = ".*[bB]ot.*|.*Yahoo! Slurp.*|.*Feedfetcher-Google.*";

    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "This, or Tomcat's name of it.")
                    .needed();

    private static final Attribute<String> PATH =
            text("path", "/health", "Where it answers; the whole path of a request.");
    private static final Attribute<Boolean> CHECK =
            flag(
                    "checkContainersAvailable",
                    true,
                    "503 where an application of the Host, or of the server, has failed; false"
                            + " answers 200 as long as the server does.");
    static final Declaration<Valve> HEALTH =
            declaration(
                    "HealthCheckValve",
                    "A Valve: says whether all applications are served, as JSON with UP or DOWN."
                            + " It never waits, and needs no worker.",
                    given -> {
                        String path = given.get(PATH);
                        boolean checks = given.get(CHECK);
                        return place -> {
                            ApplicationStatuses all = place.service(ApplicationStatuses.class);
                            BooleanSupplier up =
                                    () ->
                                            !checks
                                                    || all.applications().stream()
                                                            .noneMatch(
                                                                    each ->
                                                                            each.state()
                                                                                    == ApplicationState
                                                                                            .FAILED);
                            return new HealthCheck(path, up);
                        };
                    },
                    PATH,
                    CHECK);

    private static final Attribute<Integer> CONCURRENCY =
            Attribute.of(
                    "concurrency",
                    Format.integer(Unit.NONE, 1, Integer.MAX_VALUE),
                    10,
                    "How many calls may be under way at a time.");
    private static final Attribute<Boolean> FAIRNESS =
            flag("fairness", false, "Those that wait go on in their order.");
    private static final Attribute<Boolean> BLOCK =
            flag("block", true, "Others wait, with their threads; false refuses them.");
    private static final Attribute<Integer> MAX_WAIT =
            Attribute.of(
                            "maxWaitMillis",
                            Format.integer(Unit.MILLISECONDS, 1, Integer.MAX_VALUE),
                            20_000,
                            "Serval's own: how long they wait before they are refused.")
                    .differs("without end", "whoever waits holds a thread that others need");
    private static final Attribute<Boolean> INTERRUPTIBLE =
            flag("interruptible", false, "Accepted: whoever is interrupted is always refused.");
    private static final Attribute<Integer> STATUS =
            Attribute.of(
                            "highConcurrencyStatus",
                            Format.integer(Unit.NONE, -1, 599),
                            -1,
                            "How they are refused: 400 to 599; -1 is 503.")
                    .differs("-1, an empty 200", "nobody takes that for a refusal");
    static final Declaration<Valve> SEMAPHORE =
            declaration(
                    "SemaphoreValve",
                    "A Valve: so many calls at a time of the Engine, Host or Context.",
                    given -> {
                        int status = given.get(STATUS);
                        if (status != -1 && status < 400) {
                            given.error(
                                    given.at(STATUS),
                                    "highConcurrencyStatus of SemaphoreValve is "
                                            + status
                                            + ", which is no status of an error");
                        }
                        int concurrency = given.get(CONCURRENCY);
                        boolean fair = given.get(FAIRNESS);
                        int wait = given.get(BLOCK) ? given.get(MAX_WAIT) : 0;
                        return place ->
                                new ConcurrencyLimit(
                                        concurrency, fair, wait, status == -1 ? BUSY : status);
                    },
                    CONCURRENCY,
                    FAIRNESS,
                    BLOCK,
                    MAX_WAIT,
                    INTERRUPTIBLE,
                    STATUS);

    private static final Attribute<String> RESOURCE_PATH =
            text(
                    "resourcePath",
                    "parameter_limit.config",
                    "The file, in the directory of the Engine or the Host below conf, such as"
                            + " conf/Serval/localhost, or in the WEB-INF of the Context.");
    static final Declaration<Valve> PARAMETERS =
            declaration(
                    "ParameterLimitValve",
                    "A Valve: other limits than those of the Connector for some paths. A line of its"
                            + " file is expression=maxParameterCount,maxPartCount,maxPartHeaderSize;"
                            + " the first whose expression is the whole path counts.",
                    given -> {
                        String name = given.get(RESOURCE_PATH);
                        return place -> {
                            Path directory = place.directory();
                            return new FormLimitRules(
                                    directory == null ? null : directory.resolve(name),
                                    place.parent().equals("Context"));
                        };
                    },
                    RESOURCE_PATH);

    private static final Attribute<String> FILTER =
            Attribute.of(
                            "filterClass",
                            Format.text(),
                            null,
                            "Its class; in an Engine or a Host one in lib, which all applications"
                                    + " see.")
                    .shown("none");
    private static final Attribute<String> FILTER_NAME =
            Attribute.of("filterClassName", Format.text(), null, "The same.").shown("none");
    static final Declaration<Valve> FILTERS =
            declaration(
                    "FilterValve",
                    "A Valve: a servlet filter outside of constraints and logins. It has no"
                            + " init-params, and gives on the request and the response as it got"
                            + " them.",
                    given -> {
                        String name =
                                given.has(FILTER) ? given.get(FILTER) : given.get(FILTER_NAME);
                        if (name == null) {
                            given.error(given.at(), "FilterValve needs the attribute filterClass");
                            return null;
                        }
                        return place ->
                                new FilterAround(
                                        name,
                                        place.parent().equals("Context")
                                                ? null
                                                : place.service(ClassLoader.class));
                    },
                    FILTER,
                    FILTER_NAME);

    private static final Attribute<ProxyList> PROXIES =
            Attribute.of(
                            "internalProxies",
                            new Format<>(
                                    "addresses and blocks, with commas", AroundReader::proxies),
                            ProxyList.of(ProxyList.LOOPBACK),
                            "Serval's own: connections whose fields are believed.")
                    .shown(ProxyList.LOOPBACK)
                    .stricter(
                            ProxyList.of(ProxyList.EVERYBODY),
                            ProxyList.EVERYBODY,
                            "the fields carry certificates of clients: who is believed logs in as"
                                    + " anybody");
    private static final Attribute<String> CERTIFICATE =
            text("sslClientCertHeader", "ssl_client_cert", "The certificate, in PEM with blanks.");
    private static final Attribute<String> ESCAPED =
            text("sslClientEscapedCertHeader", "ssl_client_escaped_cert", "The same, encoded.");
    private static final Attribute<String> PROTOCOL =
            text("sslSecureProtocolHeader", "ssl_secure_protocol", "The protocol.");
    private static final Attribute<String> CIPHER =
            text("sslCipherHeader", "ssl_cipher", "The cipher suite.");
    private static final Attribute<String> SESSION =
            text("sslSessionIdHeader", "ssl_session_id", "The id of the TLS session.");
    private static final Attribute<String> KEY_SIZE =
            text("sslCipherUserKeySizeHeader", "ssl_cipher_usekeysize", "The bits of the key.");
    static final Declaration<Valve> TLS =
            declaration(
                    "SSLValve",
                    "A Valve: what a proxy that ends TLS tells in fields becomes attributes of"
                            + " requests. A proxy must take these fields out of what clients send:"
                            + " whoever may connect from an internalProxy can say anything.",
                    given -> {
                        given.warning(
                                given.at(),
                                "SSLValve believes the fields of connections from "
                                        + given.get(PROXIES)
                                        + ": make sure that the proxy there takes them out of what"
                                        + " clients send");
                        ProxyTls valve =
                                new ProxyTls(
                                        given.get(PROXIES),
                                        given.get(CERTIFICATE),
                                        given.get(ESCAPED),
                                        given.get(PROTOCOL),
                                        given.get(CIPHER),
                                        given.get(SESSION),
                                        given.get(KEY_SIZE));
                        return place -> valve;
                    },
                    PROXIES,
                    CERTIFICATE,
                    ESCAPED,
                    PROTOCOL,
                    CIPHER,
                    SESSION,
                    KEY_SIZE);

    private static final Attribute<Pattern> AGENTS =
            Attribute.of(
                            "crawlerUserAgents",
                            Format.regex(),
                            Pattern.compile(CRAWLERS),
                            "What the whole field User-Agent of a crawler is.")
                    .shown(CRAWLERS);
    private static final Attribute<Pattern> ADDRESSES =
            Attribute.of(
                            "crawlerIps",
                            Format.regex(),
                            null,
                            "What the whole address of a crawler is, as a regular expression.")
                    .shown("none");
    private static final Attribute<Integer> INACTIVE =
            Attribute.of(
                    "sessionInactiveInterval",
                    Format.integer(Unit.SECONDS, 1, Integer.MAX_VALUE),
                    60,
                    "How long the session of a crawler lives without a request.");
    private static final Attribute<Boolean> BY_HOST =
            flag("hostAware", true, "A crawler has a session for each Host.");
    private static final Attribute<Boolean> BY_CONTEXT =
            flag("contextAware", true, "A crawler has a session for each application.");
    static final Declaration<Valve> SESSIONS =
            declaration(
                    "CrawlerSessionManagerValve",
                    "A Valve: a crawler, which keeps no cookies, has one session all the same; of"
                            + " 10000 crawlers at a time.",
                    given -> {
                        Pattern agents = given.isEmpty(AGENTS) ? null : given.get(AGENTS);
                        Pattern addresses = given.get(ADDRESSES);
                        boolean host = given.get(BY_HOST);
                        boolean context = given.get(BY_CONTEXT);
                        int seconds = given.get(INACTIVE);
                        return place ->
                                new CrawlerSessions(agents, addresses, host, context, seconds);
                    },
                    AGENTS,
                    ADDRESSES,
                    INACTIVE,
                    BY_HOST,
                    BY_CONTEXT);

    private AroundReader() {}

    private static Declaration<Valve> declaration(
            String name, String doc, Reader<Valve> reader, Attribute<?>... attributes) {
        List<Attribute<?>> all = new ArrayList<>();
        all.add(CLASS_NAME);
        all.addAll(List.of(attributes));
        return new Declaration<>(new AttributeTable(name, doc, all), Set.of(), reader);
    }

    private static ProxyList proxies(String text) throws BadValue {
        try {
            return ProxyList.of(text);
        } catch (IllegalArgumentException e) {
            throw new BadValue("cannot be used: " + e.getMessage());
        }
    }

    private static Attribute<String> text(String name, String usual, String doc) {
        return Attribute.of(name, Format.text(), usual, doc);
    }
}
