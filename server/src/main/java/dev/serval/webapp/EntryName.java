package dev.serval.webapp;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The place to which an entry of a WAR is unpacked. Stateless. */
final class EntryName {
    private EntryName() {}

    /**
     * The place of an entry below a directory.
     *
     * @throws WarException for a name that leads out of it, or that file systems read differently
     *     (CWE-22)
     */
    static Path below(Path directory, String name) throws WarException {
        String path = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c < ' ' || c == 127 || c == '\\') {
                throw refused(name);
            }
        }
        for (String segment : path.split("/", -1)) {
            if (segment.isEmpty()
                    || segment.equals(".")
                    || segment.equals("..")
                    || segment.length() == 2 && segment.charAt(1) == ':') {
                throw refused(name);
            }
        }
        try {
            Path place = directory.resolve(path).normalize();
            if (!place.startsWith(directory) || place.equals(directory)) {
                throw refused(name);
            }
            return place;
        } catch (InvalidPathException e) {
            throw refused(name);
        }
    }

    private static WarException refused(String name) {
        StringBuilder shown = new StringBuilder();
        name.chars().limit(200).forEach(c -> shown.append(c < ' ' || c == 127 ? '?' : (char) c));
        return new WarException("the entry '" + shown + "' would not be unpacked where it belongs");
    }
}
