package dev.serval.reference;

import dev.serval.config.CommonAttributes;
import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.settings.AttributeTable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/** The reference page of an extension, made from what it offers. Used by one thread. */
public final class ExtensionPage extends AttributePage {
    private ExtensionPage() {}

    /**
     * Prints the page of an extension.
     *
     * @param jars of the extension
     */
    public static void main(String... jars) throws IOException {
        URL[] urls = new URL[jars.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(jars[i]).toUri().toURL();
        }
        ClassLoader server = ExtensionPage.class.getClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls, server)) {
            List<Extension> extensions =
                    ServiceLoader.load(Extension.class, loader).stream()
                            .filter(found -> found.type().getClassLoader() == loader)
                            .map(ServiceLoader.Provider::get)
                            .toList();
            if (extensions.isEmpty()) {
                System.err.println("Name the jars of an extension.");
                System.exit(1);
            }
            System.out.writeBytes(html(extensions).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The page of extensions that belong together. */
    static String html(List<Extension> extensions) {
        ExtensionPage page = new ExtensionPage();
        page.begin("Configuration", "what the extension offers");
        page.lines("  <main id=\"main\">", "    <h1>Configuration</h1>");
        for (Extension extension : extensions) {
            extension.offers().forEach(page::offer);
            if (!extension.api().isEmpty()) {
                page.lines(
                        "    <h2 id=\"api\">Packages that applications see</h2>",
                        "    <p>" + codes(new TreeSet<>(extension.api())) + "</p>");
            }
        }
        page.lines("  </main>", "</body>", "</html>");
        return page.written();
    }

    private void offer(Offer<?> offer) {
        Offer.Declaration<?> declaration = offer.declaration().get();
        AttributeTable table = CommonAttributes.with(offer.kind(), declaration.table());
        heading(table);
        if (offer.kind().element() == null) {
            lines("    <p>It is there without being configured.</p>");
            return;
        }
        String place = code(offer.kind().element()) + " in " + codes(offer.placement().parents());
        String login =
                offer.authMethod() == null
                        ? ""
                        : "; the auth-method " + code(offer.authMethod()) + " of a web.xml";
        String inside =
                declaration.parts().isEmpty()
                        ? ""
                        : "; in it: " + codes(new TreeSet<>(elements(declaration.parts())));
        lines("    <p>" + place + login + inside + "</p>");
        open("Attribute", "Value", "Default", "Meaning");
        if (table.attribute("className") == null) {
            String id = anchor(table) + "-className";
            row(id, code("className"), codes(offer.classNames()), "required", "What it is.");
        }
        attributes(table);
        close();
    }

    private static List<String> elements(Set<Kind<?>> kinds) {
        return kinds.stream().map(Kind::element).toList();
    }
}
