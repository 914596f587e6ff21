package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.builtin.manager.BuiltInManagers;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attributes that elements may have, whichever class reads them. Stateless. */
final class ElementTables {
    /** The kinds of elements that are defined by the class that they name. */
    static final List<Kind<?>> KINDS =
            List.of(
                    Kind.REALM,
                    Kind.CREDENTIAL_HANDLER,
                    Kind.VALVE,
                    BuiltInValves.SINGLE_SIGN_ON,
                    Kind.AUTHENTICATOR,
                    Kind.LISTENER,
                    Kind.PROTOCOL,
                    BuiltInManagers.MANAGER,
                    Kind.SESSION_STORE,
                    BuiltInManagers.ID_GENERATOR,
                    Kind.RESOURCE);

    /**
     * The tables of elements that name no class, by the names of the elements, in the order of the
     * reference page.
     */
    static final Map<String, AttributeTable> FIXED = fixed();

    private ElementTables() {}

    private static Map<String, AttributeTable> fixed() {
        Map<String, AttributeTable> tables = new LinkedHashMap<>();
        add(
                tables,
                ServerReader.SERVER,
                ServerReader.SERVICE,
                ConnectorTable.TABLE,
                SslHostConfigTable.TABLE,
                CertificateReader.TABLE,
                ExecutorReader.TABLE,
                EngineReader.TABLE,
                HostReader.TABLE,
                ContextReader.TABLE,
                EntryReader.PARAMETER,
                EntryReader.ENVIRONMENT);
        tables.put("Transaction", ResourceTables.TABLE);
        tables.put("ResourceEnvRef", ResourceTables.TABLE);
        add(
                tables,
                ResourceTables.LINK,
                LoaderReader.TABLE,
                CookieProcessorReader.TABLE,
                JarScannerReader.SCANNER,
                JarScannerReader.FILTER,
                ResourcesReader.TABLE);
        OverlayReader.names().forEach(name -> tables.put(name, OverlayReader.TABLE));
        return tables;
    }

    private static void add(Map<String, AttributeTable> tables, AttributeTable... more) {
        for (AttributeTable table : more) {
            tables.put(table.element(), table);
        }
    }

    /** The table of an element; null if the element is unknown. */
    static AttributeTable of(XmlElement xml, Reading reading) {
        AttributeTable fixed = FIXED.get(xml.name);
        if (fixed != null) {
            return fixed;
        }
        for (Kind<?> kind : KINDS) {
            if (kind.element().equals(xml.name)) {
                Map<String, Offer<?>> offers = OfferReader.offers(kind, reading.extensions());
                Offer<?> usual = OfferReader.usual(kind, xml);
                Offer<?> offer = usual != null ? usual : offers.get(className(xml, reading));
                if (offer != null) {
                    return OfferReader.table(kind, offer.declaration().get());
                }
            }
        }
        if (!xml.name.equals(Kind.RESOURCE.element())) {
            return null;
        }
        return UserDatabaseReader.is(xml) ? UserDatabaseReader.TABLE : ResourceTables.TABLE;
    }

    private static String className(XmlElement xml, Reading reading) {
        for (String name : List.of("className", "factory", "type")) {
            try {
                if (xml.raw(name) != null) {
                    return reading.resolve(xml.raw(name)).strip();
                }
            } catch (BadValue e) {
                // The reader of the element reports it.
            }
        }
        return "";
    }
}
