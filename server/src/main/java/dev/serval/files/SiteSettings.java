package dev.serval.files;

import dev.serval.http.FieldName;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The additional response fields of an application's files, and the addresses that lead to them.
 * Immutable. With {@link #DEFAULTS} everything is off; fields that are on are encoded ahead and
 * cost nothing per request. A field that a filter has set before is left as it is.
 */
public final class SiteSettings {
    /** No field is added, no page answers for others, every name is served. */
    public static final SiteSettings DEFAULTS =
            new SiteSettings(
                    FileRules.NONE, FileRules.NONE, EarlyHintsOver.HTTP2, Map.of(), null, false);

    /** Fields that files have anyway, or that applications may not set. */
    private static final Set<FieldName> OWN =
            Set.of(
                    FieldName.ACCEPT_RANGES,
                    FieldName.ALLOW,
                    FieldName.CACHE_CONTROL,
                    FieldName.CONNECTION,
                    FieldName.CONTENT_ENCODING,
                    FieldName.CONTENT_LENGTH,
                    FieldName.CONTENT_RANGE,
                    FieldName.CONTENT_TYPE,
                    FieldName.DATE,
                    FieldName.ETAG,
                    FieldName.KEEP_ALIVE,
                    FieldName.LAST_MODIFIED,
                    FieldName.LINK,
                    FieldName.SERVER,
                    FieldName.TRAILER,
                    FieldName.TRANSFER_ENCODING,
                    FieldName.UPGRADE,
                    FieldName.VARY);

    private final FileRules cacheControl;
    private final FileRules links;
    private final EarlyHintsOver earlyHints;
    private final Map<FieldName, String> fields;
    private final String fallback;
    private final boolean dotFilesHidden;

    private SiteSettings(
            FileRules cacheControl,
            FileRules links,
            EarlyHintsOver earlyHints,
            Map<FieldName, String> fields,
            String fallback,
            boolean dotFilesHidden) {
        this.cacheControl = cacheControl;
        this.links = links;
        this.earlyHints = earlyHints;
        this.fields = fields;
        this.fallback = fallback;
        this.dotFilesHidden = dotFilesHidden;
    }

    /**
     * Which files have a Cache-Control field (RFC 9111 §5.2): one rule per line, the first that
     * matches a file counts. {@code *.html = no-cache}, {@code image/* = max-age=86400}, {@code
     * /assets/* = public, max-age=3600}, and {@code immutable} for names with a fingerprint of the
     * content, as {@code app.3f2a9c1b.js}, which get {@value CacheControl#IMMUTABLE}. Responses 304
     * carry it too. Throws IllegalArgumentException with line and reason.
     */
    public SiteSettings withCacheControl(String rules) {
        return new SiteSettings(
                CacheControl.of(rules), links, earlyHints, fields, fallback, dotFilesHidden);
    }

    /**
     * Which files have a Link field (RFC 8288), also sent ahead as 103 Early Hints where {@link
     * #withEarlyHints} allows it: one rule per line, all that match a file count. {@code *.html =
     * </app.css>; rel=preload; as=style}. Throws IllegalArgumentException with line and reason.
     */
    public SiteSettings withLinks(String rules) {
        return new SiteSettings(
                cacheControl, Links.of(rules), earlyHints, fields, fallback, dotFilesHidden);
    }

    /** To which clients 103 Early Hints are sent; default {@link EarlyHintsOver#HTTP2}. */
    public SiteSettings withEarlyHints(EarlyHintsOver versions) {
        return new SiteSettings(
                cacheControl,
                links,
                Objects.requireNonNull(versions),
                fields,
                fallback,
                dotFilesHidden);
    }

    /**
     * A field that every file has, and the 404 in its place; the same name again replaces it.
     * Throws IllegalArgumentException if name or value are malformed (RFC 9110 §5), and for a name
     * that is the server's own or has a method of its own here.
     */
    public SiteSettings withField(String name, String value) {
        if (OWN.contains(FieldName.of(name))) {
            throw new IllegalArgumentException(name + " of a file is not set by withField");
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ' || value.charAt(i) >= 127) {
                throw new IllegalArgumentException(
                        "RFC 9110 §5.5: "
                                + name
                                + " has a control or non-ASCII character at index "
                                + i);
            }
        }
        Map<FieldName, String> more = new LinkedHashMap<>(fields);
        more.put(FieldName.of(name), value);
        return new SiteSettings(cacheControl, links, earlyHints, more, fallback, dotFilesHidden);
    }

    /**
     * The page of a single-page application: it answers with 200 where a GET or HEAD that takes
     * HTML names no file, and its last segment has no dot.
     *
     * @param page a path with a slash before it, usually {@code /index.html}; null if there is none
     */
    public SiteSettings withFallback(String page) {
        if (page != null && !SafePath.accepts(page, false)) {
            throw new IllegalArgumentException("not the path of a page: " + page);
        }
        return new SiteSettings(cacheControl, links, earlyHints, fields, page, dotFilesHidden);
    }

    /** One field per line, {@code Name: value}; see {@link #withField}. */
    SiteSettings withFields(String lines) {
        SiteSettings result = this;
        for (RuleLine line : RuleLine.all(lines, "headers", ':')) {
            if (line.value() == null) {
                throw line.problem("there is no colon: write X-Content-Type-Options: nosniff");
            }
            try {
                result = result.withField(line.pattern(), line.value());
            } catch (IllegalArgumentException e) {
                throw line.problem(e.getMessage());
            }
        }
        return result;
    }

    /** Whether names that begin with a dot get 404, except {@code .well-known} (RFC 8615). */
    public SiteSettings withDotFilesHidden(boolean hidden) {
        return new SiteSettings(cacheControl, links, earlyHints, fields, fallback, hidden);
    }

    /** To which clients 103 Early Hints are sent. */
    public EarlyHintsOver earlyHints() {
        return earlyHints;
    }

    /** The page that answers where there is no file; null if there is none. */
    String fallback() {
        return fallback;
    }

    /** Whether a path gets 404, even if a file is there. */
    boolean hides(String path) {
        if (!dotFilesHidden) {
            return false;
        }
        for (int dot = path.indexOf("/."); dot >= 0; dot = path.indexOf("/.", dot + 1)) {
            int end = path.indexOf('/', dot + 1);
            if (!path.substring(dot + 1, end < 0 ? path.length() : end).equals(".well-known")) {
                return true;
            }
        }
        return false;
    }

    /** The Cache-Control of a file; null if there is none. */
    String cacheControl(String path, String type) {
        return cacheControl.first(path, type);
    }

    /** The Link of a file; null if there is none. */
    String links(String path, String type) {
        return links.all(path, type);
    }

    /** The fields that every file has. */
    List<FileResponse.Field> fields() {
        List<FileResponse.Field> lines = new ArrayList<>(fields.size());
        fields.forEach((name, value) -> lines.add(FileResponse.Field.yielding(name, value)));
        return lines;
    }

    /**
     * Adds the fields of every file to another response about files; fields that it has already
     * stay.
     */
    void describe(HttpServletResponse response) {
        fields.forEach(
                (name, value) -> {
                    if (!response.containsHeader(name.text())) {
                        response.setHeader(name.text(), value);
                    }
                });
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SiteSettings that
                && cacheControl.equals(that.cacheControl)
                && links.equals(that.links)
                && earlyHints == that.earlyHints
                && fields.equals(that.fields)
                && Objects.equals(fallback, that.fallback)
                && dotFilesHidden == that.dotFilesHidden;
    }

    @Override
    public int hashCode() {
        return Objects.hash(cacheControl, links, earlyHints, fields, fallback, dotFilesHidden);
    }
}
