package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.files.Overlay;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code Resources}. Stateless. */
final class ResourcesReader {
    private static final Attribute<Boolean> CACHING_ALLOWED =
            Attribute.of("cachingAllowed", Format.bool(), true, "Keep files in memory.");
    private static final Attribute<Integer> CACHE_MAX_SIZE =
            kibibytes("cacheMaxSize", "All cached files together.", "10240");
    private static final Attribute<Integer> CACHE_OBJECT_MAX_SIZE =
            kibibytes("cacheObjectMaxSize", "The largest file that is cached.", "128");
    private static final Attribute<Integer> CACHE_TTL =
            Attribute.of(
                            "cacheTtl",
                            Format.integer(Unit.MILLISECONDS, 0, Integer.MAX_VALUE),
                            (Integer) null,
                            "How long a file, or that there is none, is cached without a check of"
                                    + " the disk, which is not watched; 0 checks each time.")
                    .shown("5000");
    private static final Attribute<Boolean> ALLOW_LINKING =
            Attribute.of(
                    "allowLinking",
                    Format.bool(),
                    false,
                    "Follow symbolic links that lead out of the directory.");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Resources",
                    "How the files of a Context are found and cached.",
                    List.of(
                            CACHING_ALLOWED,
                            CACHE_MAX_SIZE,
                            CACHE_OBJECT_MAX_SIZE,
                            CACHE_TTL,
                            ALLOW_LINKING,
                            ClassNames.only("org.apache.catalina.webresources.StandardRoot")));

    private ResourcesReader() {}

    static ResourcesConfig read(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        List<Overlay> overlays = new ArrayList<>();
        for (XmlElement child : xml.children) {
            Overlay.Order order = OverlayReader.order(child.name);
            if (order == null) {
                OtherElements.report(xml, child, reading);
                continue;
            }
            Overlay overlay = OverlayReader.read(child, order, reading);
            if (overlay != null) {
                overlays.add(overlay);
            }
        }
        return new ResourcesConfig(
                values.get(CACHING_ALLOWED),
                values.get(CACHE_MAX_SIZE),
                values.get(CACHE_OBJECT_MAX_SIZE),
                values.get(CACHE_TTL),
                values.get(ALLOW_LINKING),
                overlays);
    }

    private static Attribute<Integer> kibibytes(String name, String doc, String shown) {
        Format<Integer> format = Format.integer(Unit.KIBIBYTES, 0, 1 << 21);
        return Attribute.of(name, format, (Integer) null, doc).shown(shown);
    }
}
