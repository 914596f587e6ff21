package dev.serval.manager;

import dev.serval.operations.PortView;
import dev.serval.operations.PortView.TlsView;
import java.io.PrintWriter;
import java.security.cert.X509Certificate;
import java.util.List;

/** The ciphers and certificates of ports, as Tomcat's manager shows them. Stateless. */
final class TlsText {
    private static final String NONE = "SSL is not enabled for this connector";

    private TlsText() {}

    static void ciphers(List<PortView> ports, PrintWriter out) {
        out.println("OK - Connector / SSL Cipher information");
        for (PortView port : ports) {
            if (port.tls().isEmpty()) {
                out.println(name(port));
                out.println("  " + NONE);
            }
            for (TlsView host : port.tls()) {
                out.println(name(port) + "-" + host.hostName());
                host.ciphers().forEach(cipher -> out.println("  " + cipher));
            }
        }
    }

    static void certificates(List<PortView> ports, PrintWriter out) {
        out.println("OK - Connector / Certificate Chain information");
        for (PortView port : ports) {
            if (port.tls().isEmpty()) {
                out.println(name(port));
                out.println(NONE);
            }
            for (TlsView host : port.tls()) {
                for (List<X509Certificate> chain : host.chains()) {
                    String type = chain.get(0).getPublicKey().getAlgorithm();
                    out.println(name(port) + "-" + host.hostName() + "-" + type);
                    chain.forEach(out::println);
                }
            }
        }
    }

    static void trusted(List<PortView> ports, PrintWriter out) {
        out.println("OK - Connector / Trusted Certificate information");
        for (PortView port : ports) {
            if (port.tls().isEmpty()) {
                out.println(name(port));
                out.println(NONE);
            }
            for (TlsView host : port.tls()) {
                out.println(name(port) + "-" + host.hostName());
                if (host.trusted().isEmpty()) {
                    out.println("No trusted certificates are configured for this virtual host");
                }
                host.trusted().forEach(out::println);
            }
        }
    }

    private static String name(PortView port) {
        return "Connector[\"" + port.name() + "\"]";
    }
}
