package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.List;

/** Reads {@code JarScanner} with its {@code JarScanFilter}. Stateless. */
final class JarScannerReader {
    private static final Attribute<String> PLUGGABILITY_SKIP =
            patterns(
                    "pluggabilitySkip",
                    "JARs whose classes have no annotations of the Servlet API and no types of"
                            + " initializers.",
                    "a list of its own");
    private static final Attribute<String> PLUGGABILITY_SCAN =
            patterns(
                    "pluggabilityScan",
                    "JARs that are scanned although pluggabilitySkip names them.",
                    "");
    private static final Attribute<Boolean> DEFAULT_PLUGGABILITY_SCAN =
            Attribute.of(
                    "defaultPluggabilityScan",
                    Format.bool(),
                    true,
                    "Whether JARs in neither of the two lists are scanned.");
    private static final Attribute<String> TLD_SKIP =
            patterns("tldSkip", "JARs without tag libraries.", "a list of its own");
    private static final Attribute<String> TLD_SCAN =
            patterns("tldScan", "JARs with tag libraries although tldSkip names them.", "");
    private static final Attribute<Boolean> DEFAULT_TLD_SCAN =
            Attribute.of(
                    "defaultTldScan",
                    Format.bool(),
                    true,
                    "Whether JARs in neither of the two lists may have tag libraries.");

    static final AttributeTable SCANNER =
            new AttributeTable(
                    "JarScanner",
                    "Which JARs of an application are scanned at its start; holds a"
                            + " JarScanFilter.",
                    List.of(ClassNames.only("org.apache.tomcat.util.scan.StandardJarScanner")));
    static final AttributeTable FILTER =
            new AttributeTable(
                    "JarScanFilter",
                    "Patterns of file names, separated by commas, with * for any characters and ?"
                            + " for one. Descriptors, lists of initializers and resources are read"
                            + " in all JARs.",
                    List.of(
                            PLUGGABILITY_SKIP,
                            PLUGGABILITY_SCAN,
                            DEFAULT_PLUGGABILITY_SCAN,
                            TLD_SKIP,
                            TLD_SCAN,
                            DEFAULT_TLD_SCAN,
                            ClassNames.only("org.apache.tomcat.util.scan.StandardJarScanFilter")));

    private JarScannerReader() {}

    private static Attribute<String> patterns(String name, String text, String shown) {
        return Attribute.of(name, Format.text(), null, text).shown(shown);
    }

    static JarScanConfig read(XmlElement xml, Reading reading) {
        AttributeReader.read(SCANNER, xml, reading);
        JarScanConfig config = JarScanConfig.DEFAULT;
        for (XmlElement child : xml.children) {
            if (child.name.equals("JarScanFilter")) {
                Values values = AttributeReader.read(FILTER, child, reading);
                config =
                        new JarScanConfig(
                                values.get(PLUGGABILITY_SKIP),
                                values.get(PLUGGABILITY_SCAN),
                                values.get(DEFAULT_PLUGGABILITY_SCAN),
                                values.get(TLD_SKIP),
                                values.get(TLD_SCAN),
                                values.get(DEFAULT_TLD_SCAN));
            } else {
                OtherElements.report(xml, child, reading);
            }
        }
        return config;
    }
}
