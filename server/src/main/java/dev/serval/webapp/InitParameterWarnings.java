package dev.serval.webapp;

import dev.serval.files.DefaultServletParameters;
import dev.serval.settings.NearestName;
import dev.serval.webdav.WebdavParameters;
import java.util.Set;

/**
 * Warns of init-params of Tomcat's servlets that have no effect. Stateless; for one file each. A
 * value that equals the actual behaviour gets no warning.
 */
final class InitParameterWarnings {
    private InitParameterWarnings() {}

    /** Of the servlet that serves files: a bad value is an error. */
    static void ofFiles(Definition servlet, Problems problems) {
        servlet.parameters()
                .forEach((name, setting) -> ofFiles(servlet.name(), name, setting, problems));
    }

    /** Of the servlet for WebDAV, which takes the init-params of the servlet for files too. */
    static void ofWebdav(Definition servlet, Problems problems) {
        servlet.parameters()
                .forEach(
                        (name, setting) -> {
                            if (WebdavParameters.isKnown(name)) {
                                ofWebdav(servlet.name(), name, setting, problems);
                            } else {
                                ofFiles(servlet.name(), name, setting, problems);
                            }
                        });
    }

    private static void ofWebdav(String servlet, String name, Setting setting, Problems problems) {
        String mistake = WebdavParameters.mistake(name, setting.value());
        String instead = WebdavParameters.instead(name, setting.value());
        if (mistake != null) {
            problems.error(setting.at(), mistake + ", of servlet " + servlet);
        } else if (instead != null) {
            problems.warning(
                    setting.at(),
                    "init-param "
                            + name
                            + " of servlet "
                            + servlet
                            + " is known, but its value "
                            + setting.value()
                            + " has no effect here: "
                            + instead);
        }
    }

    private static void ofFiles(String servlet, String name, Setting setting, Problems problems) {
        DefaultServletParameters.Parameter known = DefaultServletParameters.find(name);
        String what = "init-param " + name + " of servlet " + servlet;
        String mistake = DefaultServletParameters.mistake(name, setting.value());
        if (known == null) {
            problems.warning(
                    setting.at(),
                    what
                            + " is not known"
                            + NearestName.hint(name, DefaultServletParameters.names())
                            + "; it is ignored");
        } else if (mistake != null) {
            problems.error(setting.at(), mistake + ", of servlet " + servlet);
        } else if (DefaultServletParameters.asksInVain(name, setting.value())) {
            problems.warning(
                    setting.at(),
                    what
                            + " is known, but its value "
                            + setting.value()
                            + " has no effect here: "
                            + known.meaning());
        }
    }

    /** Of the servlet for pages: one sentence for all of them. */
    static void ofPages(Definition servlet, Problems problems) {
        Set<String> names = servlet.parameters().keySet();
        if (!names.isEmpty()) {
            problems.withoutPages(
                    servlet.at(),
                    "the init-params of servlet "
                            + servlet.name()
                            + " ("
                            + String.join(", ", names)
                            + ") have no effect here yet: pages answer 501");
        }
    }
}
