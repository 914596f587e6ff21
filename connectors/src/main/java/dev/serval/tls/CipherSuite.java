package dev.serval.tls;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A cipher suite of TLS 1.2 with forward secrecy, and the words by which OpenSSL's cipher strings
 * select it (openssl-ciphers(1)). Immutable.
 *
 * @param name the JSSE name, which is that of the IANA registry
 * @param openssl OpenSSL's name
 * @param bits the strength of its encryption
 * @param words that select it
 */
record CipherSuite(String name, String openssl, int bits, Set<String> words) {
    /** Those of TLS 1.3, the fastest first. All have forward secrecy. */
    static final List<String> TLS_1_3 =
            List.of(
                    "TLS_AES_128_GCM_SHA256",
                    "TLS_AES_256_GCM_SHA384",
                    "TLS_CHACHA20_POLY1305_SHA256");

    /** All selectable suites of TLS 1.2, in the order of {@code ALL}. */
    static final List<CipherSuite> ALL = all();

    private static List<CipherSuite> all() {
        List<CipherSuite> all = new ArrayList<>();
        for (String exchange : List.of("ECDHE", "DHE")) {
            for (String signature : List.of("ECDSA", "RSA")) {
                if (exchange.equals("DHE") && signature.equals("ECDSA")) {
                    continue; // there is no such suite
                }
                all.add(aead(exchange, signature, "AES_256_GCM_SHA384"));
                all.add(aead(exchange, signature, "CHACHA20_POLY1305_SHA256"));
                all.add(aead(exchange, signature, "AES_128_GCM_SHA256"));
                String mac256 = exchange.equals("ECDHE") ? "SHA384" : "SHA256";
                all.add(cbc(exchange, signature, 256, mac256));
                all.add(cbc(exchange, signature, 128, "SHA256"));
                all.add(cbc(exchange, signature, 256, "SHA"));
                all.add(cbc(exchange, signature, 128, "SHA"));
            }
        }
        // A stable sort: elliptic curves come first within one kind of encryption.
        all.sort(Comparator.comparingInt(CipherSuite::rank));
        return List.copyOf(all);
    }

    private static CipherSuite aead(String exchange, String signature, String rest) {
        Set<String> words = words(exchange, signature);
        boolean chacha = rest.startsWith("CHACHA");
        int bits = rest.contains("128_GCM") ? 128 : 256;
        words.addAll(chacha ? Set.of("CHACHA20") : Set.of("AES", "AES" + bits, "AESGCM"));
        words.add("TLSv1.2");
        String shown = chacha ? "CHACHA20-POLY1305" : rest.replace("AES_", "AES").replace('_', '-');
        return new CipherSuite(
                "TLS_" + exchange + "_" + signature + "_WITH_" + rest,
                exchange + "-" + signature + "-" + shown,
                bits,
                words);
    }

    private static CipherSuite cbc(String exchange, String signature, int bits, String mac) {
        Set<String> words = words(exchange, signature);
        words.addAll(Set.of("AES", "AES" + bits, "CBC"));
        if (mac.equals("SHA")) {
            words.addAll(Set.of("SHA", "SHA1", "TLSv1", "TLSv1.0", "SSLv3"));
        } else {
            words.addAll(Set.of(mac, "TLSv1.2"));
        }
        return new CipherSuite(
                "TLS_" + exchange + "_" + signature + "_WITH_AES_" + bits + "_CBC_" + mac,
                exchange + "-" + signature + "-AES" + bits + "-" + mac,
                bits,
                words);
    }

    private static Set<String> words(String exchange, String signature) {
        Set<String> words = new TreeSet<>(Set.of("ALL", "DEFAULT", "HIGH"));
        words.addAll(
                exchange.equals("ECDHE")
                        ? Set.of("ECDHE", "EECDH", "kECDHE", "kEECDH", "ECDH")
                        : Set.of("DHE", "EDH", "kDHE", "kEDH", "DH"));
        words.addAll(signature.equals("ECDSA") ? Set.of("ECDSA", "aECDSA") : Set.of("aRSA"));
        return words;
    }

    private int rank() {
        if (!words.contains("CBC")) {
            return 256 - bits;
        }
        return words.contains("SHA1") ? 3000 - bits : 2000 - bits;
    }

    boolean is(String word) {
        return words.contains(word) || name.equals(word) || openssl.equals(word);
    }
}
