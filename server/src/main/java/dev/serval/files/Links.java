package dev.serval.files;

/**
 * Reads the rules for the {@code Link} field of files (RFC 8288 §3), by which pages name early what
 * they need: all rules that match a file count. Stateless.
 */
final class Links {
    private Links() {}

    /**
     * A line is a {@link FilePattern} and a link, {@code *.html = </app.css>; rel=preload;
     * as=style}. Throws IllegalArgumentException with line and reason.
     */
    static FileRules of(String text) {
        return FileRules.read(text, "links", Links::rule);
    }

    private static FileRules.Rule rule(RuleLine line) {
        if (line.value() == null) {
            throw line.problem("there is no =: write *.html = </app.css>; rel=preload; as=style");
        }
        FilePattern files = line.files();
        try {
            return new FileRules.Rule(files, checked(line.value()));
        } catch (IllegalArgumentException e) {
            throw line.problem(e.getMessage());
        }
    }

    /**
     * A link; throws IllegalArgumentException for a text that is not a link, or would end the
     * field.
     */
    static String checked(String link) {
        int end = link.indexOf('>');
        if (!link.startsWith("<") || end < 2 && end >= 0 || end < 0) {
            throw new IllegalArgumentException(
                    "RFC 8288 §3: a link is an address in angle brackets and its parameters:"
                            + " </app.css>; rel=preload; as=style");
        }
        for (int i = 0; i < link.length(); i++) {
            if (link.charAt(i) < ' ' || link.charAt(i) >= 127) {
                throw new IllegalArgumentException(
                        "RFC 9110 §5.5: a link has a control or non-ASCII character at index " + i);
            }
        }
        return link;
    }
}
