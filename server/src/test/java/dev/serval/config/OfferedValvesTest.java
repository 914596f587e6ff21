package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.extension.Extension;
import dev.serval.extension.ExtensionException;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an offer says of a valve holds for those of extensions as for the server's own. */
class OfferedValvesTest {
    @TempDir Path base;
    private Extensions extensions;

    @BeforeEach
    void dropIn() throws Exception {
        dropIn("guard.jar", GuardExtension.class, GuardExtension.NoValve.class);
        extensions = Extensions.in(base);
    }

    private void dropIn(String name, Class<?>... classes) throws IOException {
        Path folder = Files.createDirectories(base.resolve(Extensions.FOLDER));
        try (OutputStream file = Files.newOutputStream(folder.resolve(name));
                JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + Extension.class.getName()));
            jar.write(classes[0].getName().getBytes(StandardCharsets.UTF_8));
            for (Class<?> part : classes) {
                String bytecode = part.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(bytecode));
                try (InputStream bytes = part.getClassLoader().getResourceAsStream(bytecode)) {
                    bytes.transferTo(jar);
                }
            }
        }
    }

    @AfterEach
    void close() {
        extensions.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<Valve className='example.Guard' wohm='x'/>|ERROR conf/server.xml:3:34: wohm of"
                        + " Valve example.Guard is not known (did you mean whom?); nothing is served"
                        + " without the protection that it may ask for",
                "<Valve className='example.Unsaid' wohm='x'/>|ERROR conf/server.xml:3:35: Guard has"
                        + " no attribute wohm (did you mean whom?)",
                "<Valve className='example.Counter'/><Valve className='example.Counter'/>|ERROR"
                        + " conf/server.xml:3:37: there is a Guard in this Host already",
                "<Valve className='example.Early'/>|ERROR conf/server.xml:3:8: Valve example.Early"
                        + " belongs in an Engine, which comes first",
                "<Realm className='example.Inner'/>|ERROR conf/server.xml:3:8: Realm example.Inner"
                        + " belongs in a LockOutRealm",
                "<Realm className='org.apache.catalina.realm.MemoryRealm'><CredentialHandler"
                        + " className='example.Nested'/></Realm>|ERROR conf/server.xml:3:77:"
                        + " CredentialHandler example.Nested belongs in a"
                        + " NestedCredentialHandler",
                "<Context path='/a' docBase='a'><Valve className='example.Nowhere'/></Context>|"
                        + "ERROR conf/server.xml:3:39: Valve example.Nowhere is chosen by the"
                        + " auth-method NOWHERE alone",
            })
    void whatIsWrongIsSaidInServerXml(String valve, String message) throws IOException {
        Path conf = Files.createDirectory(base.resolve("conf"));
        Path file = Files.writeString(conf.resolve("server.xml"), Xml.host(valve));

        ServerXml.Result result = ServerXml.read(file, name -> null, extensions);

        assertThat(Xml.problems(result)).containsExactly(message);
    }

    @Test
    void aNameThatIsTheServersOwnIsTold() throws Exception {
        extensions.close();
        Path conf = Files.createDirectory(base.resolve("conf"));
        Path file =
                Files.writeString(
                        conf.resolve("server.xml"), Xml.host("<Valve className='AccessLog'/>"));
        dropIn("taken.jar", TakenNames.class);
        extensions = Extensions.in(base);

        ServerXml.Result result = ServerXml.read(file, name -> null, extensions);

        assertThat(result.config()).isNotNull();
        assertThat(Xml.problems(result)).isEmpty();
        String told = "WARNING lib/extensions: SRV-0854 the extension taken.jar offers ";
        assertThat(ServerXml.taken(extensions))
                .extracting(problem -> problem.severity() + " " + problem)
                .containsExactlyInAnyOrder(
                        told + "Valve AccessLog, which is the server's own: that one counts",
                        told
                                + "the auth-method BASIC, which is the server's own: that one"
                                + " counts");
    }

    @Test
    void aNameOfAnotherExtensionIsTakenForEveryKindOfItsElement() throws Exception {
        extensions.close();
        dropIn("second.jar", SecondGuard.class);

        assertThatThrownBy(() -> extensions = Extensions.in(base))
                .isInstanceOf(ExtensionException.class)
                .hasMessageContaining("second.jar cannot be used: the extension ")
                .hasMessageContaining("answers to example.Guard already");
    }

    /** What is the server's own. */
    public static final class TakenNames implements Extension {
        @Override
        public List<Offer<?>> offers() {
            AttributeTable table = new AttributeTable("Taken", "", List.of());
            return List.of(
                    Offer.of(Kind.VALVE, table, settings -> null, "AccessLog"),
                    Offer.of(Kind.AUTHENTICATOR, table, settings -> null, "example.Basic")
                            .answering("basic"));
        }
    }

    /** What another extension has as a valve. */
    public static final class SecondGuard implements Extension {
        @Override
        public List<Offer<?>> offers() {
            AttributeTable table = new AttributeTable("Taken", "", List.of());
            return List.of(Offer.of(Kind.AUTHENTICATOR, table, settings -> null, "example.Guard"));
        }
    }

    @Test
    void whatBelongsIntoAnotherIsReadThere() throws IOException {
        Path conf = Files.createDirectory(base.resolve("conf"));
        Path file =
                Files.writeString(
                        conf.resolve("server.xml"),
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.LockOutRealm'>"
                                        + "<Realm className='example.Inner'/></Realm>"));
        assertThat(Xml.problems(ServerXml.read(file, name -> null, extensions))).isEmpty();

        AuthenticatorConfig.Result login =
                AuthenticatorConfig.of("NOWHERE", new Location("web.xml", 2, 1), extensions);
        assertThat(login.problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "example.Guard, true, true",
        "example.Counter, true, true",
        "example.Unsaid, true, false",
        "example.Early, false, false",
        "RemoteCIDRValve, true, true",
        "AccessLog, true, true",
        "RemoteIpValve, false, false",
        "SingleSignOn, false, false",
    })
    void anApplicationMayBringWhatProtectsOrWhatItCanDoWithout(
            String name, boolean read, boolean unread) {
        assertThat(ContextXml.isKnown(name, true, extensions)).isEqualTo(read);
        assertThat(ContextXml.isKnown(name, false, extensions)).isEqualTo(unread);
    }

    @Test
    void ofAFileThatIsNotReadWhatProtectsIsMade() throws IOException {
        ContextXml.Source source =
                context(
                        "<Valve className='example.Counter'/><Valve className='RemoteCIDRValve'"
                                + " allow='::1'/><Valve className='example.Guard'/>");

        assertThat(ContextXml.protecting(source, extensions)).hasSize(2);
    }

    @Test
    void whatProtectsIsMadeWithinAnotherElementToo() throws IOException {
        ContextXml.Source source =
                context(
                        "<Ejb><Valve className='example.Guard'/>"
                                + "<Valve className='example.Counter'>"
                                + "<Valve className='example.Guard'/></Valve></Ejb>");

        ContextXml.Result result = ContextXml.read(List.of(), source, "/a", extensions);

        assertThat(result.config().valves()).hasSize(2);
    }

    @Test
    void ofAFileThatIsNotReadAMistakeInWhatProtectsIsAnError() throws IOException {
        ContextXml.Source source = context("<Valve className='example.Guard' wohm='x'/>");

        assertThatThrownBy(() -> ContextXml.protecting(source, extensions))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("did you mean whom?");
    }

    private ContextXml.Source context(String children) throws IOException {
        Path file = base.resolve("context.xml");
        Files.writeString(file, "<Context>" + children + "</Context>");
        return new ContextXml.Source(file, "context.xml");
    }
}
