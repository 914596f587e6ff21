package dev.serval.files;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The init-params of the default servlet under Tomcat's names, for readers of descriptors and for
 * {@link DefaultServlet}. Stateless. Each parameter is one line of the table.
 */
public final class DefaultServletParameters {
    /**
     * One parameter.
     *
     * @param name as in web.xml; case-sensitive
     * @param allowed the allowed values, in words
     * @param usual the default value, as it would be written; empty if there is none
     * @param meaning in words
     */
    public record Parameter(
            String name, String allowed, String usual, String meaning, Effect effect) {
        /** Whether it has an effect. */
        public boolean works() {
            return effect != null;
        }
    }

    /** The effect of a value. */
    @FunctionalInterface
    interface Effect {
        /** Throws IllegalArgumentException for a value that is not allowed. */
        FileSettings on(FileSettings settings, String value);
    }

    /** The effect of a boolean value. */
    private interface Switch {
        FileSettings on(FileSettings settings, boolean value);
    }

    private interface ServletSwitch {
        DefaultServletSettings on(DefaultServletSettings settings, boolean value);
    }

    private interface SiteEffect {
        SiteSettings on(SiteSettings site, String value);
    }

    private interface ListingSwitch {
        ListingSettings on(ListingSettings settings, boolean value);
    }

    private static final String BOOLEAN = "true or false";
    private static final List<Integer> REDIRECTS = List.of(301, 302, 307, 308);

    /** All known parameters, in alphabetical order. */
    public static final List<Parameter> TABLE =
            List.of(
                    none("allowPartialPut", BOOLEAN, "false", "Parts of files are not written."),
                    servlet(
                            "allowPostAsGet",
                            "A POST to a file is answered like a GET.",
                            DefaultServletSettings::withAllowPostAsGet),
                    lines(
                            "cacheControl",
                            "Which files have a Cache-Control field: *.html = no-cache, or"
                                    + " immutable for names with a fingerprint.",
                            SiteSettings::withCacheControl),
                    none("contextXsltFile", "path", "", "Listings are not transformed."),
                    accepted("debug", "number", "0", "Accepted; the log has levels of its own."),
                    new Parameter(
                            "directoryRedirectStatusCode",
                            "301, 302, 307 or 308",
                            "302",
                            "The status when the slash behind a directory is missing.",
                            (s, v) ->
                                    s.withServlet(
                                            s.servlet()
                                                    .withDirectoryRedirectStatusCode(redirect(v)))),
                    site(
                            "dotFiles",
                            BOOLEAN,
                            "true",
                            "Names that begin with a dot are served, and taken in where clients may"
                                    + " write, not only .well-known.",
                            (site, value) -> site.withDotFilesHidden(!isTrue(value))),
                    site(
                            "earlyHints",
                            "off, http2 or http1",
                            "http2",
                            "From which version on clients get 103 Early Hints.",
                            (site, value) -> site.withEarlyHints(EarlyHintsOver.of(value))),
                    site(
                            "fallback",
                            "the path of a page",
                            "",
                            "The page of a single-page application, where there is no file.",
                            SiteSettings::withFallback),
                    new Parameter(
                            "fileEncoding",
                            "character set",
                            "UTF-8",
                            "What text files are written in, where they are converted: for filters"
                                    + " and servlets that state another one, or write characters.",
                            (s, v) ->
                                    s.withServlet(
                                            s.servlet().withFileEncoding(Charset.forName(v)))),
                    none("globalXsltFile", "file", "", "Listings are not transformed."),
                    flag(
                            "gzip",
                            false,
                            "With true, precompressed is gzip=.gz unless it says more.",
                            (s, v) -> v ? s.withPrecompressed(Precompressed.GZIP) : s),
                    lines(
                            "headers",
                            "Fields of every file: X-Content-Type-Options: nosniff.",
                            SiteSettings::withFields),
                    none("input", "bytes", "2048", "The server chooses its buffers."),
                    lines(
                            "links",
                            "Which files have a Link field, also sent as 103 Early Hints:"
                                    + " *.html = </app.css>; rel=preload; as=style.",
                            SiteSettings::withLinks),
                    flag(
                            "listings",
                            false,
                            "A directory without a welcome file is listed.",
                            FileSettings::withListings),
                    none("localXsltFile", "file", "", "Listings are not transformed."),
                    new Parameter(
                            "maxPutSize",
                            "bytes, negative for no limit",
                            "-1",
                            "How large a file may be that a client puts here.",
                            (s, v) -> s.withMaxPutSize(Long.parseLong(v))),
                    none("output", "bytes", "2048", "The server chooses its buffers."),
                    new Parameter(
                            "precompressed",
                            "true, false, or a list such as zstd=.zst,br=.br,gzip=.gz",
                            "false",
                            "Which encoded forms may lie beside a file; true is br=.br,gzip=.gz.",
                            (s, v) -> {
                                Precompressed forms = Precompressed.parse(v);
                                // Besides gzip="true" it removes nothing.
                                return forms.formats().isEmpty() ? s : s.withPrecompressed(forms);
                            }),
                    new Parameter(
                            "readmeFile",
                            "file name",
                            "",
                            "A file of the directory that is shown below its listing, as text.",
                            (s, v) ->
                                    s.withServlet(
                                            s.servlet()
                                                    .withListing(
                                                            s.servlet()
                                                                    .listing()
                                                                    .withReadmeFile(
                                                                            v.isEmpty()
                                                                                    ? null
                                                                                    : v)))),
                    flag(
                            "readonly",
                            true,
                            "PUT and DELETE are refused.",
                            FileSettings::withReadonly),
                    new Parameter(
                            "sendfileSize",
                            "KiB, negative for never",
                            "48",
                            "From which size on a file that is not in memory leaves by sendfile.",
                            (s, v) -> s.withSendfileSize(number(v))),
                    listing(
                            "showServerInfo",
                            "A listing ends with the name of the server.",
                            ListingSettings::withShowServerInfo),
                    listing(
                            "sortDirectoriesFirst",
                            "Directories stand before files.",
                            ListingSettings::withSortDirectoriesFirst),
                    listing(
                            "sortListings",
                            "Listings have links that sort them; without, they are in the order of names.",
                            ListingSettings::withSortListings),
                    servlet(
                            "useAcceptRanges",
                            "Answers have Accept-Ranges.",
                            DefaultServletSettings::withUseAcceptRanges),
                    new Parameter(
                            "useBomIfPresent",
                            "true, false or pass-through",
                            "true",
                            "Whether a byte order mark counts more than fileEncoding where text is"
                                    + " converted; with pass-through it stays in the text.",
                            (s, v) -> s.withServlet(s.servlet().withBom(Bom.of(v)))),
                    servlet(
                            "useStrongETags",
                            "Entity tags of files that fit into the cache are made of their content.",
                            DefaultServletSettings::withUseStrongETags));

    private DefaultServletParameters() {}

    /** The parameter with that name; null if there is none. */
    public static Parameter find(String name) {
        for (Parameter parameter : TABLE) {
            if (parameter.name().equals(name)) {
                return parameter;
            }
        }
        return null;
    }

    /** All names, for hints. */
    public static List<String> names() {
        return TABLE.stream().map(Parameter::name).toList();
    }

    /** What is wrong with the value of a known parameter; null if it is valid. */
    public static String mistake(String name, String value) {
        Parameter parameter = find(name);
        if (parameter == null || parameter.effect() == null) {
            return null;
        }
        try {
            parameter.effect().on(FileSettings.DEFAULTS, value.strip());
            return null;
        } catch (IllegalArgumentException e) {
            String reason = e.getMessage();
            if (reason != null && reason.startsWith(name + ", line ")) {
                return "init-param " + reason;
            }
            return "init-param " + name + " is " + parameter.allowed() + ", not '" + value + "'";
        }
    }

    /** Whether a value asks for something that is not supported. */
    public static boolean asksInVain(String name, String value) {
        Parameter parameter = find(name);
        return parameter != null
                && parameter.effect() == null
                && !parameter.usual().equalsIgnoreCase(value.strip());
    }

    /**
     * Settings changed by the parameters. Unknown ones are ignored.
     *
     * @throws IllegalArgumentException for a value that is not allowed; the message names it
     */
    static FileSettings apply(FileSettings settings, Map<String, String> parameters) {
        List<String> mistakes = new ArrayList<>();
        FileSettings result = settings;
        for (Parameter parameter : TABLE) {
            String value = parameters.get(parameter.name());
            if (value == null || parameter.effect() == null) {
                continue;
            }
            String mistake = mistake(parameter.name(), value);
            if (mistake != null) {
                mistakes.add(mistake);
            } else {
                result = parameter.effect().on(result, value.strip());
            }
        }
        if (!mistakes.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", mistakes));
        }
        return result;
    }

    private static Parameter none(String name, String allowed, String usual, String meaning) {
        return new Parameter(name, allowed, usual, meaning, null);
    }

    /** A parameter without effect, whose absence does no harm. */
    private static Parameter accepted(String name, String allowed, String usual, String meaning) {
        return new Parameter(name, allowed, usual, meaning, (s, v) -> s);
    }

    private static Parameter flag(String name, boolean usual, String meaning, Switch effect) {
        return new Parameter(
                name,
                BOOLEAN,
                String.valueOf(usual),
                meaning,
                (settings, value) -> effect.on(settings, isTrue(value)));
    }

    private static Parameter site(
            String name, String allowed, String usual, String meaning, SiteEffect effect) {
        return new Parameter(
                name, allowed, usual, meaning, (s, v) -> s.withSite(effect.on(s.site(), v)));
    }

    private static Parameter lines(String name, String meaning, SiteEffect effect) {
        return site(name, "rules, one a line", "", meaning, effect);
    }

    private static Parameter servlet(String name, String meaning, ServletSwitch effect) {
        boolean usual = name.equals("useAcceptRanges");
        return flag(
                name, usual, meaning, (s, value) -> s.withServlet(effect.on(s.servlet(), value)));
    }

    private static Parameter listing(String name, String meaning, ListingSwitch effect) {
        return servlet(name, meaning, (s, value) -> s.withListing(effect.on(s.listing(), value)));
    }

    private static boolean isTrue(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(value);
        };
    }

    private static int number(String value) {
        return Integer.parseInt(value);
    }

    private static int redirect(String value) {
        int status = number(value);
        if (!REDIRECTS.contains(status)) {
            throw new IllegalArgumentException(value);
        }
        return status;
    }
}
