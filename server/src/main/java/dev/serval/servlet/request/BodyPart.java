package dev.serval.servlet.request;

import dev.serval.http.Refusal;
import jakarta.servlet.http.Part;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One part of a multipart body (Servlet 6.1 §3.2), in memory or, above the threshold, in a file
 * with a name chosen by the server. Owned by its request; its file is deleted with the request.
 */
final class BodyPart implements Part, MultipartParser.Sink {
    private final MultipartLimits limits;
    private final Map<String, List<String>> headers;
    private final String name;
    private final String fileName;
    private ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private OutputStream output;
    private Path file;
    private boolean deleted;
    private long size;

    /** Throws {@link BadRequest} when the part has no name. */
    BodyPart(MultipartLimits limits, Map<String, List<String>> headers) {
        this.limits = limits;
        this.headers = headers;
        String disposition = getHeader("content-disposition");
        boolean form =
                disposition != null && disposition.toLowerCase(Locale.ROOT).startsWith("form-data");
        Map<String, String> parameters = form ? DispositionText.parameters(disposition) : Map.of();
        name = parameters.get("name");
        fileName = parameters.get("filename");
        if (name == null) {
            throw new BadRequest(Refusal.FORM, "A part of the body has no name (RFC 7578 §4.2).");
        }
    }

    // ---- while it is received

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        size += length;
        if (limits.maxFileSize() >= 0 && size > limits.maxFileSize()) {
            throw new BadRequest(
                    Refusal.PART_TOO_LARGE,
                    "A part of the body exceeds its maximum size of "
                            + limits.maxFileSize()
                            + " bytes.",
                    "max-file-size of the servlet's multipart configuration");
        }
        if (output == null && memory.size() + length > limits.threshold()) {
            file = Files.createTempFile(limits.directory(), "serval-part-", ".tmp");
            output = Files.newOutputStream(file);
            memory.writeTo(output);
            memory = null;
        }
        if (output != null) {
            output.write(bytes, offset, length);
        } else {
            memory.write(bytes, offset, length);
        }
    }

    /** All was received, or no more will be. */
    void close() throws IOException {
        if (output != null) {
            output.close();
        }
    }

    /** True for a field of a form, which is a parameter too (Servlet 6.1 §3.2). */
    boolean isFormField() {
        return fileName == null;
    }

    byte[] content() throws IOException {
        requireThere();
        return file != null ? Files.readAllBytes(file) : memory.toByteArray();
    }

    // ---- Part

    @Override
    public InputStream getInputStream() throws IOException {
        requireThere();
        if (file != null) {
            return Files.newInputStream(file);
        }
        return new ByteArrayInputStream(memory.toByteArray());
    }

    @Override
    public String getContentType() {
        return getHeader("content-type");
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getSubmittedFileName() {
        return fileName;
    }

    @Override
    public long getSize() {
        return size;
    }

    /**
     * Puts the content into a file; a relative name is one below the multipart location. Throws an
     * IOException when the name leads out of it.
     */
    @Override
    public void write(String target) throws IOException {
        requireThere();
        Path asked = Path.of(target);
        Path resolved = limits.directory().resolve(target).normalize();
        if (!asked.isAbsolute() && !resolved.startsWith(limits.directory().normalize())) {
            throw new IOException("the name leads out of the multipart location: " + target);
        }
        if (file == null) {
            Files.write(resolved, memory.toByteArray());
        } else {
            Files.copy(file, resolved, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void delete() throws IOException {
        deleted = true;
        memory = null;
        if (file != null) {
            close();
            Files.deleteIfExists(file);
        }
    }

    private void requireThere() throws IOException {
        if (deleted) {
            throw new IOException("the part " + name + " was deleted");
        }
    }

    @Override
    public String getHeader(String field) {
        List<String> values = headers.get(field.toLowerCase(Locale.ROOT));
        return values == null ? null : values.get(0);
    }

    @Override
    public Collection<String> getHeaders(String field) {
        return List.copyOf(headers.getOrDefault(field.toLowerCase(Locale.ROOT), List.of()));
    }

    @Override
    public Collection<String> getHeaderNames() {
        return List.copyOf(headers.keySet());
    }
}
