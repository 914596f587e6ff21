package dev.serval.servlet.request;

import dev.serval.http.ApiOptions;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.FormLimits;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.settings.ContextRule;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The content of a request: its body as a stream, characters or parts, its parameters and trailers
 * (Servlet 6.1 §3.1, §3.2). Owned by the thread that runs the call; made at the first access.
 */
public final class RequestBody {
    /** The parameters with those of dispatches. */
    private record Merged(String queries, Map<String, String[]> all) {}

    private final Application application;
    private RequestHead head;
    private RequestInput input;
    private boolean streamUsed;
    private BufferedReader reader;
    private String encoding;
    private Parameters parameters;
    // Null where those of the connector hold.
    private FormLimits limits;
    // Null until a dispatch brings a query.
    private Merged merged;
    private RuntimeException parametersFailure;
    private Multipart multipart;
    private RuntimeException multipartFailure;

    /**
     * @param head as it is now; see {@link #replay}
     */
    RequestBody(Application application, RequestHead head, RequestInput input) {
        this.application = application;
        this.head = head;
        this.input = input;
    }

    /** Replaces the received body by a kept one. */
    void replay(RequestHead kept, RequestInput body) {
        head = kept;
        input = body;
        parameters = null;
        merged = null;
    }

    /** Deletes temporary files. */
    void end() {
        if (multipart != null) {
            multipart.delete();
        }
    }

    private ApiOptions options() {
        return input.config().options().api();
    }

    /** Replaces the limits of the connector. */
    public void limit(FormLimits other) {
        limits = other;
    }

    private FormLimits limits() {
        return limits != null ? limits : input.config().limits().forms();
    }

    // ---- trailers

    /** Several of one name are one list (RFC 9110 §5.3). */
    Map<String, String> trailers() {
        Fields received = input.trailers();
        Map<String, String> shown = new LinkedHashMap<>();
        Set<String> allowed = options().allowedTrailerHeaders();
        for (int i = 0; received != null && i < received.size(); i++) {
            String name = received.name(i).text().toLowerCase(Locale.ROOT);
            if (allowed == null || allowed.contains(name)) {
                shown.merge(name, received.value(i), (one, next) -> one + ", " + next);
            }
        }
        return shown;
    }

    // ---- stream and characters

    private String contentType() {
        return head.field(FieldName.CONTENT_TYPE);
    }

    String encoding() {
        if (encoding != null) {
            return encoding;
        }
        String type = contentType();
        String named = type == null ? null : MediaType.parse(type).charset();
        return named != null ? named : application.shown().getRequestCharacterEncoding();
    }

    void encoding(String name) throws UnsupportedEncodingException {
        if (reader != null || parameters != null) {
            return;
        }
        charset(name);
        encoding = name;
    }

    ServletInputStream stream() {
        if (reader != null) {
            throw new IllegalStateException("Servlet 6.1 §3: getReader was called before");
        }
        streamUsed = true;
        return input;
    }

    BufferedReader reader() throws IOException {
        if (streamUsed) {
            throw new IllegalStateException("Servlet 6.1 §3: getInputStream was called before");
        }
        if (reader == null) {
            String name = encoding();
            Charset charset = name == null ? StandardCharsets.ISO_8859_1 : charset(name);
            reader = new BufferedReader(new InputStreamReader(input, charset));
        }
        return reader;
    }

    private static Charset charset(String name) throws UnsupportedEncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(name);
        }
    }

    /**
     * The whole body, for a login that precedes its request; null if it is larger.
     *
     * @param most bytes; negative means no limit
     */
    public byte[] keep(int most) throws IOException {
        streamUsed = true;
        byte[] body = most < 0 ? input.readAllBytes() : input.readNBytes(most);
        boolean fits = most < 0 || input.read() < 0;
        return fits ? body : null;
    }

    // ---- parts

    /**
     * Throws as the specification says; a body that is too large has no parts.
     *
     * @param called the matched servlet; null before routing
     */
    Multipart multipart(RegisteredServlet called) throws IOException, ServletException {
        if (multipart != null) {
            return multipart;
        }
        if (multipartFailure != null) {
            throw multipartFailure;
        }
        if (!Multipart.isMultipart(contentType())) {
            throw new ServletException("Servlet 6.1 §3.2: the request is no multipart/form-data");
        }
        MultipartConfigElement config = called == null ? null : called.multipart();
        if (config == null
                && application.settings().has(ContextRule.ALLOW_CASUAL_MULTIPART_PARSING)) {
            config = new MultipartConfigElement("");
        }
        if (config == null) {
            throw new IllegalStateException(
                    "Servlet 6.1 §3.2: servlet "
                            + (called == null ? "?" : called.getName())
                            + " has no multipart configuration");
        }
        if (streamUsed || reader != null) {
            throw new IllegalStateException("Servlet 6.1 §3.2: the body was read already");
        }
        try {
            MultipartLimits allowed = MultipartLimits.of(config, application, limits());
            multipart =
                    Multipart.read(
                            input, contentType(), head.contentLength(), allowed, formCharset());
        } catch (BadRequest e) {
            multipartFailure = e;
            throw e;
        } catch (IOException e) {
            // What was read is gone: the rest must not be taken for parts.
            multipartFailure =
                    new BadRequest(Refusal.FORM, "The parts could not be read to their end.");
            throw e;
        }
        return multipart;
    }

    private Charset formCharset() throws UnsupportedEncodingException {
        String name = encoding();
        return name == null ? StandardCharsets.UTF_8 : charset(name);
    }

    // ---- parameters

    /**
     * The parameters of the query and of a form.
     *
     * @param queries of dispatches, which precede them (Servlet 6.1 §9.1.1); null if there are none
     * @param called the matched servlet; null before routing
     */
    Map<String, String[]> parameters(String queries, RegisteredServlet called) {
        if (parametersFailure != null) {
            throw parametersFailure;
        }
        if (parameters == null) {
            parameters = new Parameters(limits());
            try {
                parse(called);
            } catch (BadRequest e) {
                parametersFailure = e;
                throw e;
            }
        }
        return queries == null ? parameters.map() : merged(queries);
    }

    /**
     * The first value of a parameter, without reading anything for it: of those that were asked for
     * already, else of the query; null if there is none.
     */
    String known(String name) {
        Parameters found = parameters;
        if (found == null) {
            found = new Parameters(limits());
            if (head.hasQuery()) {
                found.addQuery(head.rawQuery(), queryCharset());
            }
        }
        String[] values = found.map().get(name);
        return values == null ? null : values[0];
    }

    private Map<String, String[]> merged(String queries) {
        if (merged == null || !queries.equals(merged.queries())) {
            Parameters both = new Parameters(limits());
            both.addQuery(queries, StandardCharsets.UTF_8);
            both.addAll(parameters.map());
            merged = new Merged(queries, both.map());
        }
        return merged.all();
    }

    private void parse(RegisteredServlet called) {
        if (head.hasQuery()) {
            parameters.addQuery(head.rawQuery(), queryCharset());
        }
        boolean untouched = !streamUsed && reader == null;
        if (takesParts(called) && (untouched || multipart != null)) {
            addParts(called);
            return;
        }
        if (!untouched || !options().parseBodyMethods().contains(head.methodName()) || !isForm()) {
            return;
        }
        try {
            parameters.addForm(input, head.contentLength(), formCharset());
        } catch (UnsupportedEncodingException e) {
            throw new BadRequest(Refusal.FORM, "The charset of the form is not known.");
        } catch (IOException e) {
            // Servlet 6.1 §3.1: never only a part of the parameters.
            throw new BadRequest(Refusal.FORM, "The form could not be read to its end.");
        }
    }

    private Charset queryCharset() {
        if (!options().useBodyEncodingForUri()) {
            return options().uriEncoding();
        }
        String name = encoding();
        try {
            return name == null ? StandardCharsets.ISO_8859_1 : charset(name);
        } catch (UnsupportedEncodingException e) {
            throw new BadRequest(Refusal.FORM, "The charset of the body is not known.");
        }
    }

    private boolean takesParts(RegisteredServlet called) {
        return called != null && Multipart.isMultipart(contentType()) && called.multipart() != null;
    }

    private void addParts(RegisteredServlet called) {
        try {
            multipart(called).addTo(parameters, formCharset());
        } catch (UnsupportedEncodingException e) {
            throw new BadRequest(Refusal.FORM, "The charset of the form is not known.");
        } catch (IOException | ServletException e) {
            throw new BadRequest(Refusal.FORM, "The form could not be read to its end.");
        }
    }

    private boolean isForm() {
        String type = contentType();
        return type != null && MediaType.parse(type).is("application/x-www-form-urlencoded");
    }
}
