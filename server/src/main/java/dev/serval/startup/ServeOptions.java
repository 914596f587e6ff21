package dev.serval.startup;

import dev.serval.settings.NearestName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The options of {@code serval.sh serve}. Immutable.
 *
 * @param directory the directory to serve; default the current one
 * @param port default 8080; 0 for any free one
 * @param address to listen on; default {@value #LOOPBACK}, which only this machine reaches
 * @param spa whether index.html answers if there is no file
 * @param listings whether directories without index.html are listed
 * @param tls whether it uses TLS, with the certificate of {@code serval.sh cert}
 * @param help whether only to show the options
 */
record ServeOptions(
        Path directory,
        int port,
        String address,
        boolean spa,
        boolean listings,
        boolean tls,
        boolean help) {
    static final String LOOPBACK = "127.0.0.1";
    static final String USAGE =
            """
            Usage: serval.sh serve [DIR] [OPTION...]
              Serves the files of DIR (default: the current directory) until Ctrl-C.
              --port N       the port; default 8080, 0 for any free one
              --address A    listens on A; default 127.0.0.1: only this machine reaches it.
                             0.0.0.0 opens it to everybody on the network
              --spa          index.html answers where there is no file (single-page application)
              --listings     lists directories that have no index.html
              --tls          https, with the certificate conf/localhost.p12, made when missing
              --help         shows this
            Names that begin with a dot, WEB-INF and META-INF are not served, nor what symbolic
            links lead to outside of DIR. Browsers ask for every file again (Cache-Control:
            no-cache), but for names with a fingerprint, such as app.3f2a9c1b.js. Text is sent
            compressed to whoever takes gzip; a.js.br, a.js.zst or a.js.gz beside a.js goes before.
            """;

    private static final List<String> NAMES =
            List.of("--port", "--address", "--spa", "--listings", "--tls", "--help");
    private static final int DEFAULT_PORT = 8080;

    /** Throws StartFailure, with one line, for invalid options. */
    static ServeOptions of(List<String> arguments) {
        String directory = null;
        int port = DEFAULT_PORT;
        String address = LOOPBACK;
        boolean spa = false;
        boolean listings = false;
        boolean tls = false;
        boolean help = false;
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            String name = equals < 0 ? word : word.substring(0, equals);
            switch (name) {
                case "--port", "--address" -> {
                    if (equals < 0 && ++i == arguments.size()) {
                        throw new StartFailure("SRV-0810 " + name + " needs a value.");
                    }
                    String value = equals < 0 ? arguments.get(i) : word.substring(equals + 1);
                    if (name.equals("--port")) {
                        port = port(value);
                    } else {
                        address = value;
                    }
                }
                case "--spa" -> spa = yes(word, equals);
                case "--listings" -> listings = yes(word, equals);
                case "--tls" -> tls = yes(word, equals);
                case "--help", "-h" -> help = yes(word, equals);
                default -> {
                    if (word.startsWith("-")) {
                        throw new StartFailure(
                                "SRV-0810 There is no option "
                                        + name
                                        + NearestName.hint(name, NAMES)
                                        + ". \"serval.sh serve --help\" lists them.");
                    }
                    if (directory != null) {
                        throw new StartFailure(
                                "SRV-0810 One directory can be served, not "
                                        + directory
                                        + " and "
                                        + word
                                        + ".");
                    }
                    directory = word;
                }
            }
        }
        Path path = help ? null : directory(directory == null ? "." : directory);
        return new ServeOptions(path, port, address, spa, listings, tls, help);
    }

    private static boolean yes(String word, int equals) {
        if (equals >= 0) {
            throw new StartFailure("SRV-0810 " + word.substring(0, equals) + " takes no value.");
        }
        return true;
    }

    private static int port(String value) {
        if (value.matches("[0-9]{1,5}") && Integer.parseInt(value) <= 65535) {
            return Integer.parseInt(value);
        }
        throw new StartFailure("SRV-0810 --port is a number from 0 to 65535, not " + value + ".");
    }

    private static Path directory(String given) {
        Path path = Path.of(given).toAbsolutePath().normalize();
        if (!Files.exists(path)) {
            throw new StartFailure("SRV-0810 There is no directory " + path + ".");
        }
        if (!Files.isDirectory(path)) {
            throw new StartFailure("SRV-0810 " + path + " is a file; \"serve\" takes a directory.");
        }
        if (!Files.isReadable(path) || !Files.isExecutable(path)) {
            throw new StartFailure(
                    "SRV-0810 "
                            + path
                            + " cannot be read by "
                            + System.getProperty("user.name")
                            + ".");
        }
        return path;
    }
}
