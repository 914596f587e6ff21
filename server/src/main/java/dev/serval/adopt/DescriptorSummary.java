package dev.serval.adopt;

import dev.serval.config.Finding;
import dev.serval.config.Verdict;
import dev.serval.config.xml.DescriptorXml;
import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import dev.serval.files.DefaultServletParameters;
import dev.serval.files.DefaultServletParameters.Parameter;
import dev.serval.settings.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The content of a long file, with one line for all elements of a name: {@code conf/web.xml} has a
 * thousand of some, and so may {@code conf/tomcat-users.xml}. Stateless. Problems are reported
 * elsewhere.
 */
final class DescriptorSummary {
    private static final String DEFAULT = "org.apache.catalina.servlets.DefaultServlet";

    private DescriptorSummary() {}

    /** Empty where there is no such file. */
    static List<Finding> of(Path file, String shown) {
        List<Finding> findings = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return findings;
        }
        List<Problem> problems = new ArrayList<>();
        XmlElement root = null;
        try {
            root = DescriptorXml.read(LimitedFile.read(file, LimitedFile.LARGE), shown, problems);
        } catch (IOException e) {
            Location at = new Location(shown, 0, 0);
            findings.add(new Finding(at, shown, Verdict.UNSUPPORTED, "cannot be read: " + e));
        }
        if (root == null) {
            return findings; // the reader of the file reports its mistakes
        }
        Map<String, List<XmlElement>> named = new LinkedHashMap<>();
        for (XmlElement child : root.children) {
            named.computeIfAbsent(child.name, name -> new ArrayList<>()).add(child);
        }
        named.forEach((name, all) -> findings.add(summary(name, all)));
        root.children("servlet").forEach(servlet -> parameters(servlet, findings));
        return findings;
    }

    private static Finding summary(String name, List<XmlElement> all) {
        Set<String> parts = new TreeSet<>();
        for (XmlElement each : all) {
            parts.addAll(each.attributes.keySet());
            each.children.forEach(child -> parts.add(child.name));
        }
        String what =
                (all.size() == 1 ? name : all.size() + " elements " + name)
                        + (parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")");
        return Finding.honoured(all.get(0).at, what);
    }

    private static void parameters(XmlElement servlet, List<Finding> findings) {
        if (!DEFAULT.equals(text(servlet, "servlet-class"))) {
            return;
        }
        for (XmlElement parameter : servlet.children("init-param")) {
            String name = text(parameter, "param-name");
            for (Parameter known : DefaultServletParameters.TABLE) {
                if (known.name().equals(name)) {
                    Verdict verdict = known.works() ? Verdict.HONOURED : Verdict.WITHOUT_EFFECT;
                    String what = "init-param " + name + " of the default servlet";
                    String why = known.works() ? "" : known.meaning();
                    findings.add(new Finding(parameter.at, what, verdict, why));
                }
            }
        }
    }

    private static String text(XmlElement parent, String name) {
        List<XmlElement> all = parent.children(name);
        return all.isEmpty() ? "" : all.get(0).text.toString().strip();
    }
}
