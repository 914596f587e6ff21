package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.webapp.WebXml.Draft;

/**
 * Reads the elements for files and responses: media types, welcome files, error pages, encodings by
 * locale. Used by one thread, for one file.
 */
final class FileElements {
    private final Elements elements;
    private final Draft draft;

    FileElements(Elements elements, Draft draft) {
        this.elements = elements;
        this.draft = draft;
    }

    void mimeMapping(XmlElement e) {
        elements.check(e, "extension", "mime-type");
        String extension = elements.needed(e, "extension");
        String type = elements.needed(e, "mime-type");
        if (extension != null && type != null) {
            draft.mimeTypes.put(extension, new Setting(type, e.at));
        }
    }

    void welcomeFiles(XmlElement e) {
        elements.check(e, "welcome-file*");
        for (XmlElement file : e.children("welcome-file")) {
            String name = elements.path(file);
            if (name == null) {
                continue;
            }
            if (name.isEmpty() || name.startsWith("/") || name.endsWith("/")) {
                elements.problems()
                        .warning(
                                file.at,
                                "Servlet 6.1 §10.10: the welcome-file '"
                                        + name
                                        + "' is ignored: it neither begins nor ends with a slash");
            } else if (!draft.welcomeFiles.contains(name)) {
                draft.welcomeFiles.add(name);
            }
        }
    }

    void errorPage(XmlElement e) {
        elements.check(e, "error-code", "exception-type", "location");
        String location =
                elements.needed(e, "location") == null
                        ? null
                        : elements.path(Elements.child(e, "location"));
        String code = elements.optional(e, "error-code");
        String exception = elements.optional(e, "exception-type");
        if (code != null && !elements.number(code, e.at, "error-code", 100, 999)) {
            return;
        }
        if (code != null && exception != null) {
            elements.problems()
                    .error(e.at, "an error-page has an error-code or an exception-type, not both");
        } else if (location != null && !location.startsWith("/")) {
            elements.problems()
                    .error(e.at, "the location of an error-page begins with a slash: " + location);
        } else if (location != null) {
            int status = code == null ? 0 : Integer.parseInt(code);
            add(new ErrorPageMapping(status, exception, location, e.at));
        }
    }

    /** One for each status and each class (Servlet 6.1 §10.9.2). */
    private void add(ErrorPageMapping page) {
        for (ErrorPageMapping other : draft.errorPages) {
            if (other.key().equals(page.key())) {
                if (!other.path().equals(page.path())) {
                    elements.problems()
                            .error(
                                    page.at(),
                                    "Servlet 6.1 §10.9.2: there is an error-page for "
                                            + page.key()
                                            + " already, at "
                                            + other.at());
                }
                return;
            }
        }
        draft.errorPages.add(page);
    }

    void localeEncodings(XmlElement e) {
        elements.check(e, "locale-encoding-mapping*");
        for (XmlElement mapping : e.children("locale-encoding-mapping")) {
            elements.check(mapping, "locale", "encoding");
            String locale = elements.needed(mapping, "locale");
            String encoding = elements.needed(mapping, "encoding");
            if (encoding != null && !Charsets.known(encoding)) {
                elements.problems()
                        .error(
                                mapping.at,
                                "encoding: there is no character set '" + encoding + "'");
            } else if (locale != null && encoding != null) {
                draft.encodings.put(locale, new Setting(encoding, mapping.at));
            }
        }
    }
}
