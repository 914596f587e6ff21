package dev.serval.servlet.request;

import dev.serval.http.Refusal;
import jakarta.servlet.http.Part;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of one request (Servlet 6.1 §3.2, RFC 7578). Owned by the request; {@link #delete} ends
 * it. Read as a whole at the first access: either all parts are there, or none and the reason.
 */
final class Multipart {
    private static final Logger LOG = LoggerFactory.getLogger(Multipart.class);
    private static final String TYPE = "multipart/form-data";

    private final List<BodyPart> parts = new ArrayList<>();

    private Multipart() {}

    /** True if the Content-Type names a multipart form; null does not. */
    static boolean isMultipart(String contentType) {
        return contentType != null && MediaType.parse(contentType).is(TYPE);
    }

    /**
     * Reads the whole body. Throws {@link BadRequest}: 400 for malformed ones, 413 beyond a limit;
     * an IOException if it could not be read or stored. No file is left behind then.
     *
     * @param declared length of the body in bytes; negative if unknown
     */
    static Multipart read(
            InputStream body,
            String contentType,
            long declared,
            MultipartLimits limits,
            Charset charset)
            throws IOException {
        String boundary = DispositionText.parameters(contentType).get("boundary");
        if (boundary == null
                || boundary.isEmpty()
                || boundary.length() > MultipartParser.MAX_BOUNDARY
                || boundary.chars().anyMatch(c -> c < ' ' || c >= 127)) {
            throw new BadRequest(Refusal.FORM, "The parts of the body have no valid boundary.");
        }
        if (limits.maxRequestSize() >= 0 && declared > limits.maxRequestSize()) {
            throw tooLarge(limits);
        }
        Multipart multipart = new Multipart();
        boolean complete = false;
        try {
            multipart.parse(
                    new MultipartParser(
                            new Bounded(body, limits),
                            boundary,
                            limits.forms().maxPartHeaderSize(),
                            charset),
                    limits);
            complete = true;
        } finally {
            if (!complete) {
                multipart.delete();
            }
        }
        return multipart;
    }

    private void parse(MultipartParser parser, MultipartLimits limits) throws IOException {
        long fields = 0;
        for (boolean more = parser.begin(); more; more = parser.next()) {
            int most = limits.forms().maxPartCount();
            if (most >= 0 && parts.size() == most) {
                throw new BadRequest(
                        Refusal.TOO_MANY_PARTS,
                        "The body exceeds its maximum count of " + most + " parts.",
                        "maxPartCount of the Connector");
            }
            BodyPart part = new BodyPart(limits, parser.headers());
            parts.add(part);
            parser.content(part);
            part.close();
            fields += part.isFormField() ? part.getSize() : 0;
            if (limits.forms().maxPostSize() >= 0 && fields > limits.forms().maxPostSize()) {
                throw Parameters.tooLarge(limits.forms(), fields);
            }
        }
    }

    Collection<Part> parts() {
        return Collections.unmodifiableList(parts);
    }

    /** The first part of that name; null if there is none. */
    Part part(String name) {
        for (BodyPart part : parts) {
            if (part.getName().equals(name)) {
                return part;
            }
        }
        return null;
    }

    /** Adds the fields of the form to the parameters. */
    void addTo(Parameters parameters, Charset charset) throws IOException {
        for (BodyPart part : parts) {
            if (part.isFormField()) {
                parameters.put(part.getName(), decode(part, charset));
            }
        }
    }

    private static String decode(BodyPart part, Charset charset) throws IOException {
        String type = part.getContentType();
        String named = type == null ? null : MediaType.parse(type).charset();
        try {
            Charset own = named == null ? charset : Charset.forName(named);
            return own.newDecoder().decode(ByteBuffer.wrap(part.content())).toString();
        } catch (CharacterCodingException | IllegalArgumentException e) {
            throw new BadRequest(Refusal.FORM, "A field of the form is not in its charset.");
        }
    }

    /** The request is over: deletes temporary files. */
    void delete() {
        for (BodyPart part : parts) {
            try {
                part.delete();
            } catch (IOException e) {
                LOG.warn("SRV-0622 a temporary file of a part is left: {}", e.toString());
            }
        }
    }

    private static BadRequest tooLarge(MultipartLimits limits) {
        return new BadRequest(
                Refusal.PART_TOO_LARGE,
                "The body exceeds its maximum size of " + limits.maxRequestSize() + " bytes.",
                "max-request-size of the servlet's multipart configuration");
    }

    /** Counts what is read, epilogue included. */
    private static final class Bounded extends FilterInputStream {
        private final MultipartLimits limits;
        private long count;

        Bounded(InputStream in, MultipartLimits limits) {
            super(in);
            this.limits = limits;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int n = super.read(bytes, offset, length);
            if (n > 0) {
                count += n;
                if (limits.maxRequestSize() >= 0 && count > limits.maxRequestSize()) {
                    throw tooLarge(limits);
                }
            }
            return n;
        }

        @Override
        public int read(byte[] bytes) throws IOException {
            return read(bytes, 0, bytes.length);
        }
    }
}
