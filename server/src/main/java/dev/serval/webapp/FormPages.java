package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks whether the pages of a FORM login exist: without them no user could log in. Stateless. */
final class FormPages {
    private FormPages() {}

    /**
     * A problem for each page that nothing in the application serves.
     *
     * @param xml the merged descriptors of the application, without the defaults
     * @param libraries whose files may be served, too
     */
    static Problems missing(WebXml xml, Path docBase, List<Archive> libraries) throws IOException {
        Problems missing = new Problems();
        Setting method = xml.settings().get(WebXml.LOGIN);
        if (method == null || !method.value().equals("FORM")) {
            return missing;
        }
        for (String key : List.of(WebXml.LOGIN_PAGE, WebXml.LOGIN_ERROR_PAGE)) {
            Setting page = xml.settings().get(key);
            if (page != null && !isThere(page.value().split("[?;]")[0], xml, docBase, libraries)) {
                missing.warning(
                        page.at(),
                        key.substring(WebXml.LOGIN_CONFIG.length())
                                + " "
                                + page.value()
                                + " is no file of the application, and no servlet of its"
                                + " descriptors is mapped to it: nobody could log in");
            }
        }
        return missing;
    }

    private static boolean isThere(String path, WebXml xml, Path docBase, List<Archive> libraries)
            throws IOException {
        String name = path.substring(1);
        if (Files.isRegularFile(docBase.resolve(name))) {
            return true;
        }
        for (Archive library : libraries) {
            if (library.read("META-INF/resources/" + name) != null) {
                return true;
            }
        }
        List<String> patterns = new ArrayList<>();
        xml.servletMappings().forEach(mapping -> patterns.addAll(mapping.patterns()));
        return patterns.stream().anyMatch(pattern -> answers(pattern, path));
    }

    /** Whether it is mapped to a servlet that needs no file of that name; pages need one. */
    private static boolean answers(String pattern, String path) {
        if (pattern.startsWith("*.")) {
            return !pattern.startsWith("*.jsp") && path.endsWith(pattern.substring(1));
        }
        return pattern.equals(path)
                || pattern.equals("/")
                || pattern.endsWith("/*")
                        && (path + "/").startsWith(pattern.substring(0, pattern.length() - 1));
    }
}
