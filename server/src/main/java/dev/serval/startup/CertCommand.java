package dev.serval.startup;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * {@code serval.sh cert}: makes a self-signed certificate for development in {@code conf/}, by the
 * JDK's keytool, and replaces nothing. Used by one thread. Throws StartFailure if it fails.
 */
final class CertCommand {
    private static final String KEYSTORE = "localhost.p12";
    private static final String CERTIFICATE = "localhost.crt";

    /** The usual password; the mode of the file protects the key. */
    static final String PASSWORD = "changeit";

    private final Path home;
    private final Path conf;
    private final PrintStream out;

    CertCommand(Home home, PrintStream out) {
        this.home = home.home();
        this.conf = home.base().resolve("conf");
        this.out = out;
    }

    /** The file with the key. */
    Path keystore() {
        return conf.resolve(KEYSTORE);
    }

    /** Returns the exit code. */
    int run(List<String> names) {
        String all = make(names);
        out.print(
                """
                Made %s (the key) and %s, valid for 365 days, for
                %s
                In conf/server.xml, within <Service>:

                    <Connector port="8443" SSLEnabled="true">
                      <SSLHostConfig>
                        <Certificate certificateKeystoreFile="conf/%s"/>
                      </SSLHostConfig>
                    </Connector>

                Clients have to be told to believe it: curl --cacert %s https://localhost:8443/
                """
                        .formatted(
                                keystore(), CERTIFICATE, all, KEYSTORE, conf.resolve(CERTIFICATE)));
        return 0;
    }

    /** For {@code serve --tls}: one line says that it was made. */
    void makeFirst() {
        make(List.of());
        out.println("Made a self-signed certificate: " + conf.resolve(CERTIFICATE));
    }

    /** The names of the certificate, as keytool takes them. */
    private String make(List<String> names) {
        if (!Files.isDirectory(conf)) {
            throw new StartFailure(
                    conf.getParent()
                            + " has no directory conf. Copy "
                            + home.resolve("conf")
                            + " there first.");
        }
        for (String file : new String[] {KEYSTORE, CERTIFICATE}) {
            if (Files.exists(conf.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                throw new StartFailure(
                        conf.resolve(file)
                                + " is there already. Remove it first if you want a new one.");
            }
        }
        StringJoiner all = new StringJoiner(",").add("dns:localhost").add("ip:127.0.0.1");
        all.add("ip:::1");
        String host = said(List.of("uname", "-n")).strip();
        if (host.matches("[A-Za-z][A-Za-z0-9.-]*") && !host.equals("localhost")) {
            all.add("dns:" + host);
        }
        names.forEach(name -> all.add(kind(name) + name));
        try {
            write(all.toString());
        } catch (IOException e) {
            throw new StartFailure(conf + " cannot be written: " + e.getMessage());
        }
        return all.toString();
    }

    private static String kind(String name) {
        if (!name.matches("[A-Za-z0-9.:_-]+")) {
            throw new StartFailure("\"" + name + "\" is neither a host name nor an address.");
        }
        return name.contains(":") || name.matches("[0-9.]+") ? "ip:" : "dns:";
    }

    /** Both files appear complete, and readable by their owner only. */
    private void write(String names) throws IOException {
        Path made = Files.createTempDirectory(conf, ".cert");
        Path keystore = made.resolve(KEYSTORE);
        Path certificate = made.resolve(CERTIFICATE);
        // In reverse order, in case the process is told to end.
        for (Path path : List.of(made, certificate, keystore)) {
            path.toFile().deleteOnExit();
        }
        String both = "-alias serval -storetype PKCS12 -storepass " + PASSWORD + " -keystore";
        keytool(
                "-genkeypair -keyalg EC -groupname secp256r1 -validity 365 -dname CN=localhost "
                        + both,
                keystore.toString(),
                "-ext",
                "SAN=" + names);
        keytool("-exportcert -rfc " + both, keystore.toString(), "-file", certificate.toString());
        for (Path path : List.of(keystore, certificate)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
            Files.move(path, conf.resolve(path.getFileName()));
        }
        Files.delete(made);
    }

    private static void keytool(String words, String... more) {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        if (!Files.isExecutable(keytool)) {
            throw new StartFailure(keytool + ", which makes certificates, is not there.");
        }
        List<String> command = new ArrayList<>(List.of(keytool.toString()));
        command.addAll(List.of(words.split(" ")));
        command.addAll(List.of(more));
        said(command);
    }

    /** What a command prints, once it has succeeded. */
    private static String said(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said =
                    new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
            if (process.waitFor() == 0) {
                return said;
            }
            throw new StartFailure(command.get(0) + " failed: " + said.strip());
        } catch (IOException | InterruptedException e) {
            throw new StartFailure(command.get(0) + " failed: " + e.getMessage());
        }
    }
}
