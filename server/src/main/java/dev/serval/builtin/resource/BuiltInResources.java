package dev.serval.builtin.resource;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Place;
import dev.serval.extension.ResourceElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** What an element {@code Resource} may be without an extension. Constants. */
public final class BuiltInResources {
    private static final String FACTORIES = "org.apache.naming.factory.";

    private static final Attribute<String> LOOKUP_NAME =
            Attribute.of("lookup-name", Format.text(), null, "The other name; begins with java:.")
                    .needed();

    /** In the order of the reference page. */
    public static final List<Offer<Object>> OFFERS =
            List.of(
                    Offer.of(
                            Kind.RESOURCE,
                            open(
                                    "Bean",
                                    "A Resource with the factory BeanFactory: an object of the"
                                            + " class that type names. All other attributes are its"
                                            + " properties."),
                            given -> place -> Bean.of(place.service(ResourceElement.class)),
                            FACTORIES + "BeanFactory"),
                    Offer.of(
                            Kind.RESOURCE,
                            open(
                                    "MailSession",
                                    "A Resource of the type jakarta.mail.Session, which is a"
                                            + " library of WEB-INF/lib or lib. All attributes that"
                                            + " begin with mail. are properties of the session;"
                                            + " password is that of mail.smtp.user or mail.user."),
                            given -> place -> MailSession.of(place.service(ResourceElement.class)),
                            FACTORIES + "MailSessionFactory",
                            "jakarta.mail.Session"),
                    Offer.of(
                            Kind.RESOURCE,
                            new AttributeTable(
                                    "Lookup",
                                    "A Resource with the factory LookupFactory: another name for"
                                            + " what is bound already.",
                                    List.of(LOOKUP_NAME)),
                            given -> place -> lookup(given.get(LOOKUP_NAME)),
                            FACTORIES + "LookupFactory"));

    /** For a factory that neither the server nor an extension offers: a class of users. */
    public static final Offer<Object> ANY =
            Offer.of(Kind.RESOURCE, open("Resource", ""), given -> BuiltInResources::any);

    private BuiltInResources() {}

    private static AttributeTable open(String element, String doc) {
        return new AttributeTable(element, doc, List.of()).open();
    }

    /** Only java: names; other schemes would let a remote server choose the object. */
    private static Object lookup(String name) throws NamingException {
        if (!name.startsWith("java:")) {
            throw new NamingException("its lookup-name " + name + " does not begin with java:");
        }
        Hashtable<String, String> names = new Hashtable<>();
        names.put(Context.URL_PKG_PREFIXES, "dev.serval.naming");
        return new InitialContext(names).lookup(name);
    }

    private static Object any(Place place) throws Exception {
        ResourceElement element = place.service(ResourceElement.class);
        String factory = element.attributes().get("factory");
        return element.by(Types.of(factory, "the factory", element));
    }
}
