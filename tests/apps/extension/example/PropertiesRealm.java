package example;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Settings;
import dev.serval.security.CredentialHandler;
import dev.serval.security.DigestAnswer;
import dev.serval.security.Realm;
import dev.serval.security.UserPrincipal;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** Users of a file of properties: {@code name=password role role}. Thread-safe. */
final class PropertiesRealm implements Realm {
    private static final Attribute<String> FILE =
            Attribute.of("file", Format.text(), null, "The users, relative to the base.").needed();
    private static final AttributeTable TABLE =
            new AttributeTable("PropertiesRealm", "Users of a file.", List.of(FILE));

    static final Offer<Realm> OFFER =
            new Offer<>(
                    Kind.REALM,
                    List.of("example.PropertiesRealm"),
                    () ->
                            new Offer.Declaration<>(
                                    TABLE, Set.of(Kind.CREDENTIAL_HANDLER), PropertiesRealm::read));

    private final Path file;
    private final CredentialHandler credentials;
    private volatile Properties users = new Properties();

    private PropertiesRealm(Path file, CredentialHandler credentials) {
        this.file = file;
        this.credentials = credentials;
    }

    private static Offer.Factory<Realm> read(Settings settings) {
        List<Offer.Factory<CredentialHandler>> handlers = settings.parts(Kind.CREDENTIAL_HANDLER);
        if (handlers.isEmpty()) {
            settings.error(settings.at(), "a PropertiesRealm needs a CredentialHandler");
        }
        String file = settings.get(FILE);
        return place -> new PropertiesRealm(place.file(file), handlers.get(0).make(place));
    }

    @Override
    public void start() {
        Properties read = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            read.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        users = read;
    }

    @Override
    public void stop() {
        users = new Properties();
    }

    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        String[] words = users.getProperty(String.valueOf(user), "").split(" ");
        boolean right = credentials.matches(String.valueOf(password), words[0]);
        return right && words.length > 1
                ? new UserPrincipal(user, Set.copyOf(List.of(words).subList(1, words.length)))
                : null;
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        return null;
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return null;
    }
}
