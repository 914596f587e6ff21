package dev.serval.config;

import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What becomes of each element and attribute of a file: as its readers have judged, unless a
 * problem at the same place says more. Used once, by one thread.
 */
final class Findings {
    private final Reading reading;
    private final Map<String, Problem> problems = new HashMap<>();
    private final List<Finding> all = new ArrayList<>();

    private Findings(Reading reading) {
        this.reading = reading;
        reading.problems()
                .forEach(problem -> problems.putIfAbsent(problem.at().toString(), problem));
    }

    /** All of them, in the order of the file, after it has been read. */
    static List<Finding> of(XmlElement root, Reading reading) {
        Findings findings = new Findings(reading);
        findings.add(root, null);
        return findings.all;
    }

    /**
     * @param around the finding of the parent element; null for the root
     */
    private void add(XmlElement xml, Finding around) {
        Finding own = element(xml, around);
        all.add(own);
        for (XmlElement.Attr attribute : xml.attributes.values()) {
            // Attributes that the file does not have are skipped.
            if (attribute.at() != xml.at) {
                String what = attribute.name() + " of " + xml.name;
                all.add(found(attribute, attribute.at(), what, own));
            }
        }
        xml.children.forEach(child -> add(child, own));
    }

    private Finding element(XmlElement xml, Finding around) {
        XmlElement.Attr kind = xml.attributes.get("className");
        String what = kind == null ? xml.name : xml.name + " " + kind.value().strip();
        Problem refused = kind == null ? null : problems.get(kind.at().toString());
        return reading.judged(xml) == null && refused != null
                ? new Finding(xml.at, what, Verdict.UNSUPPORTED, refused.message())
                : found(xml, xml.at, what, around);
    }

    private Finding found(Object part, Location at, String what, Finding around) {
        Finding judged = reading.judged(part);
        Problem problem = problems.get(at.toString());
        if (judged != null && problem != null) {
            // A warning about an element as a whole does not say that it has no effect.
            boolean whole = part instanceof XmlElement && problem.severity() == Severity.WARNING;
            boolean more = judged.verdict() == Verdict.HONOURED && !whole;
            Verdict verdict = more ? verdict(problem) : judged.verdict();
            return new Finding(at, judged.what(), verdict, problem.message());
        }
        if (judged != null) {
            return judged;
        }
        boolean lost = around != null && around.verdict() != Verdict.HONOURED;
        boolean told = lost && problem != null && around.why().equals(problem.message());
        if (problem != null && !told) {
            Verdict verdict = lost ? around.verdict() : verdict(problem);
            return new Finding(at, what, verdict, problem.message());
        }
        return lost
                ? new Finding(at, what, around.verdict(), "as " + around.what(), true)
                : new Finding(at, what, Verdict.UNSUPPORTED, "is not read");
    }

    private static Verdict verdict(Problem problem) {
        return problem.severity() == Severity.ERROR ? Verdict.UNSUPPORTED : Verdict.WITHOUT_EFFECT;
    }
}
