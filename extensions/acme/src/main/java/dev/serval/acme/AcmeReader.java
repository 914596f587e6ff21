package dev.serval.acme;

import dev.serval.certificate.CertificateOrders;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.extension.Settings;
import dev.serval.lifecycle.ServerListener;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the Listener. Stateless. */
final class AcmeReader {
    private static final String LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory";

    private static final Attribute<String> CLASS_NAME =
            Attribute.text("className", "AcmeListener.").needed();
    private static final Attribute<Boolean> AGREED =
            Attribute.flag(
                    "termsOfServiceAgreed",
                    false,
                    "That you agree to the terms of the authority: has to be true.");
    private static final Attribute<URI> DIRECTORY =
            Attribute.of(
                    "directory",
                    new Format<>("address that begins with https://", AcmeReader::directory),
                    URI.create(LETS_ENCRYPT),
                    "Of the authority. When it changes, all certificates are obtained anew.");
    private static final Attribute<String> EMAIL =
            Attribute.text("email", "Where the authority may write to.").shown("none");
    private static final Attribute<ControlProof> CHALLENGE =
            Attribute.of(
                            "challenge",
                            Format.choice(challenges()),
                            (ControlProof) new HttpProof(),
                            "How names are proved: http-01 on the connectors without TLS, where"
                                    + " port 80 of each name has to lead; tls-alpn-01 on those with"
                                    + " TLS, where port 443 has to lead.")
                    .shown("http-01");
    private static final Attribute<Integer> RENEW_BEFORE =
            Attribute.of(
                    "renewBeforeDays",
                    new Format<>("number of days from 1 to 365", AcmeReader::days),
                    30,
                    "How long before its end a certificate is renewed; one that is valid for less"
                            + " than three times as long, when a third of that is left.");
    private static final Attribute<String> ACCOUNT_KEY =
            Attribute.of(
                    "accountKeyFile",
                    Format.text(),
                    "conf/obtained/account.pem",
                    "The key of the account, which is made if it is not there.");
    private static final Attribute<String> TRUSTED =
            Attribute.text(
                            "trustedCertificateFile",
                            "PEM: the certificates by which the authority itself is known, for one"
                                    + " of your own.")
                    .shown("those that Java trusts");
    private static final Attribute<String> BINDING_ID =
            Attribute.text(
                            "eabKeyId",
                            "For authorities that want it: the key identifier that binds the"
                                    + " account to one that you have there.")
                    .shown("none");
    private static final Attribute<String> BINDING_KEY =
            Attribute.text("eabMacSecret", "The key beside it, in base64url.").shown("none");

    static final AttributeTable TABLE =
            new AttributeTable(
                    "AcmeListener",
                    "A Listener of the Server: obtains and renews the certificates whose element"
                            + " has obtainFor, by ACME (RFC 8555).",
                    List.of(
                            CLASS_NAME,
                            AGREED,
                            DIRECTORY,
                            EMAIL,
                            CHALLENGE,
                            RENEW_BEFORE,
                            ACCOUNT_KEY,
                            TRUSTED,
                            BINDING_ID,
                            BINDING_KEY));

    private AcmeReader() {}

    private static Map<String, ControlProof> challenges() {
        Map<String, ControlProof> challenges = new LinkedHashMap<>();
        challenges.put("http-01", new HttpProof());
        challenges.put("tls-alpn-01", new TlsProof());
        return challenges;
    }

    static Factory<ServerListener> read(Settings given) {
        URI directory = given.get(DIRECTORY);
        if (!given.get(AGREED)) {
            given.error(
                    given.has(AGREED) ? given.at(AGREED) : given.at(),
                    "AcmeListener needs termsOfServiceAgreed=\"true\": read the terms of "
                            + directory.getHost()
                            + ", which its directory names, and agree to them");
        }
        if (given.has(BINDING_ID) != given.has(BINDING_KEY)) {
            given.error(
                    given.at(given.has(BINDING_ID) ? BINDING_ID : BINDING_KEY),
                    "AcmeListener needs both of eabKeyId and eabMacSecret, or none");
        }
        String email = given.get(EMAIL);
        ControlProof challenge = given.get(CHALLENGE);
        Duration before = Duration.ofDays(given.get(RENEW_BEFORE));
        String accountKey = given.get(ACCOUNT_KEY);
        String trusted = given.get(TRUSTED);
        String bindingId = given.get(BINDING_ID);
        String bindingKey = given.get(BINDING_KEY);
        Location trustedAt = given.at(TRUSTED);
        return new Factory<>() {
            @Override
            public ServerListener make(Place place) {
                AcmeSettings settings =
                        new AcmeSettings(
                                directory,
                                email,
                                challenge,
                                before,
                                place.file(accountKey),
                                trusted == null ? null : place.file(trusted),
                                bindingId,
                                bindingKey);
                return new AcmeListener(settings, place.service(CertificateOrders.class));
            }

            /**
             * Reports a missing file; the server starts without it, as it may have all certificates
             * for now.
             */
            @Override
            public Map<Location, String> mistakes(Place place) {
                return trusted == null || Files.isReadable(place.file(trusted))
                        ? Map.of()
                        : Map.of(
                                trustedAt,
                                "trustedCertificateFile of AcmeListener is \""
                                        + trusted
                                        + "\", but there is no file "
                                        + place.file(trusted)
                                        + " that can be read");
            }
        };
    }

    private static URI directory(String text) throws BadValue {
        try {
            URI uri = URI.create(text);
            if ("https".equals(uri.getScheme()) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Handled like an address of another kind.
        }
        throw new BadValue("is no address that begins with https://");
    }

    private static int days(String text) throws BadValue {
        if (text.matches("[0-9]{1,3}")) {
            int days = Integer.parseInt(text);
            if (days >= 1 && days <= 365) {
                return days;
            }
        }
        throw new BadValue("is no number from 1 to 365");
    }
}
