package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.BadValue;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file of a Tomcat directory that is served as it is: attributes that would write there are
 * changed to {@link Compatibility#WORK}, or left out. Used once, by one thread.
 */
final class AdoptedXml {
    private final Reading reading;
    private final Map<XmlElement.Attr, Finding> changed = new IdentityHashMap<>();

    private AdoptedXml(Reading reading) {
        this.reading = reading;
    }

    /** To be called before the file is read. */
    static AdoptedXml of(XmlElement root, Reading reading) {
        AdoptedXml adopted = new AdoptedXml(reading);
        adopted.prepare(root, "Catalina");
        return adopted;
    }

    private void prepare(XmlElement xml, String engine) {
        String within = xml.name.equals("Engine") ? value(xml, "name", engine) : engine;
        if (xml.name.equals("Host")) {
            String host = value(xml, "name", "").replace('*', '_');
            lead(xml, "workDir", Compatibility.WORK + "/" + within + "/" + host);
            leaveOut(xml, "createDirs");
            leaveOut(xml, "copyXML");
            leaveOut(xml, "undeployOldVersions");
        } else if (xml.name.equals("Context")) {
            // An empty value means: below the workDir of its Host.
            if (xml.attributes.containsKey("workDir")) {
                lead(xml, "workDir", "");
            }
        }
        xml.children.forEach(child -> prepare(child, within));
    }

    private String value(XmlElement xml, String attribute, String otherwise) {
        try {
            String raw = xml.raw(attribute);
            return raw == null || raw.isBlank() ? otherwise : reading.resolve(raw).strip();
        } catch (BadValue e) {
            return otherwise; // an error, which the reader of the attribute reports
        }
    }

    private void lead(XmlElement xml, String attribute, String to) {
        String shown = to.isEmpty() ? Compatibility.WORK : to;
        change(xml, attribute, to, Verdict.MAPPED, "to " + shown + ", as Tomcat may run there too");
    }

    private void leaveOut(XmlElement xml, String attribute) {
        if (!value(xml, attribute, "").equals("false")) {
            String why = "nothing of Tomcat's directory is made, changed or removed";
            change(xml, attribute, "false", Verdict.WITHOUT_EFFECT, why);
        }
    }

    private void change(XmlElement xml, String attribute, String to, Verdict verdict, String why) {
        XmlElement.Attr given = xml.attributes.get(attribute);
        XmlElement.Attr now =
                new XmlElement.Attr(attribute, to, given == null ? xml.at : given.at());
        xml.attributes.put(attribute, now);
        changed.put(now, new Finding(now.at(), attribute + " of " + xml.name, verdict, why));
    }

    /** What becomes of each element and attribute; to be called when the file has been read. */
    List<Finding> findings(XmlElement root) {
        changed.forEach(reading::judge);
        return Findings.of(root, reading);
    }
}
