package dev.serval.tls;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The cipher suites that a text in OpenSSL's syntax selects (openssl-ciphers(1)): names of OpenSSL
 * and of JSSE, words such as {@code HIGH} or {@code ECDHE+AESGCM}, taken away by {@code !} and
 * {@code -}, moved back by {@code +}, sorted by {@code @STRENGTH}. Immutable. Suites without
 * forward secrecy are never selected (RFC 9325 §4.1).
 *
 * @param suites JSSE names for TLS 1.3 and then 1.2, the best first
 * @param weak names that are left out because they have no forward secrecy, or are broken
 * @param unknown names and words that have no meaning here
 */
public record CipherList(List<String> suites, List<String> weak, List<String> unknown) {
    /** Forward secrecy and authenticated encryption only (RFC 9325 §4.2). */
    public static final String DEFAULT_CIPHERS = "ECDHE+AESGCM+AES128:ECDHE+AESGCM:ECDHE+CHACHA20";

    /** Those of TLS 1.3, the fastest first. */
    public static final String DEFAULT_CIPHER_SUITES = String.join(":", CipherSuite.TLS_1_3);

    /** Words for suites that are never offered; they select nothing and remove nothing. */
    private static final Set<String> NEVER =
            Set.of(
                    ("RSA kRSA aNULL eNULL NULL ADH AECDH MEDIUM LOW EXP EXPORT EXPORT40 EXPORT56"
                                    + " DES 3DES RC4 RC2 IDEA SEED MD5 ARIA ARIA128 ARIA256 ARIAGCM CAMELLIA"
                                    + " CAMELLIA128 CAMELLIA256 AESCCM AESCCM8 PSK kPSK aPSK kECDHEPSK kDHEPSK"
                                    + " kRSAPSK SRP kSRP aSRP KRB5 kKRB5 aKRB5 DSS aDSS kDH kDHr kDHd aDH"
                                    + " kECDH kECDHr kECDHe aECDH GOST kGOST aGOST aGOST01 aGOST94 GOST89MAC"
                                    + " GOST94 COMPLEMENTOFALL TLS_EMPTY_RENEGOTIATION_INFO_SCSV"
                                    + " TLS_FALLBACK_SCSV COMPLEMENTOFDEFAULT SSLv2")
                            .split(" "));

    /** The default. */
    public static final CipherList DEFAULT = parse(DEFAULT_CIPHERS, null);

    public CipherList {
        suites = List.copyOf(suites);
        weak = List.copyOf(weak);
        unknown = List.copyOf(unknown);
    }

    /**
     * Never throws; {@code unknown} contains what it does not understand.
     *
     * @param ciphers for TLS 1.2; JSSE names of TLS 1.3 may be among them; null means the default
     * @param cipherSuites names for TLS 1.3; null means those named in ciphers, or all if it names
     *     none
     */
    public static CipherList parse(String ciphers, String cipherSuites) {
        Selection selection = new Selection();
        for (String term : terms(ciphers == null ? DEFAULT_CIPHERS : ciphers)) {
            selection.apply(term);
        }
        List<String> newer = new ArrayList<>(selection.newer);
        if (cipherSuites != null) {
            newer.clear();
            for (String name : terms(cipherSuites)) {
                (CipherSuite.TLS_1_3.contains(name) ? newer : selection.unknown).add(name);
            }
        } else if (newer.isEmpty()) {
            newer.addAll(CipherSuite.TLS_1_3);
        }
        Stream<String> older = selection.chosen.stream().map(CipherSuite::name);
        return new CipherList(
                Stream.concat(newer.stream().distinct(), older).toList(),
                selection.weak,
                selection.unknown);
    }

    /** Whether it selects a suite for TLS 1.2. */
    public boolean hasTls12() {
        return !CipherSuite.TLS_1_3.containsAll(suites);
    }

    /** Every known name and word, for hints. */
    public static Set<String> words() {
        Set<String> words = new TreeSet<>(NEVER);
        words.addAll(CipherSuite.TLS_1_3);
        for (CipherSuite suite : CipherSuite.ALL) {
            words.addAll(suite.words());
            words.add(suite.name());
            words.add(suite.openssl());
        }
        return words;
    }

    private static List<String> terms(String text) {
        return Stream.of(text.split("[:, ;\\s]+")).filter(term -> !term.isEmpty()).toList();
    }

    /** The list while it is being made. */
    private static final class Selection {
        final Set<CipherSuite> chosen = new LinkedHashSet<>();
        final Set<CipherSuite> killed = new LinkedHashSet<>();
        final Set<String> newer = new LinkedHashSet<>();
        final List<String> weak = new ArrayList<>();
        final List<String> unknown = new ArrayList<>();

        void apply(String term) {
            if (term.startsWith("@")) {
                command(term);
                return;
            }
            char operator = "!-+".indexOf(term.charAt(0)) < 0 ? ' ' : term.charAt(0);
            String what = operator == ' ' ? term : term.substring(1);
            if (operator == ' ' && CipherSuite.TLS_1_3.contains(what)) {
                newer.add(what);
                return;
            }
            List<CipherSuite> meant = matching(what, operator == ' ');
            switch (operator) {
                case '!' -> {
                    chosen.removeAll(meant);
                    killed.addAll(meant);
                }
                case '-' -> chosen.removeAll(meant);
                case '+' -> {
                    List<CipherSuite> moved = meant.stream().filter(chosen::contains).toList();
                    chosen.removeAll(moved);
                    chosen.addAll(moved);
                }
                default ->
                        meant.stream()
                                .filter(suite -> !killed.contains(suite))
                                .forEach(chosen::add);
            }
        }

        private void command(String term) {
            if (term.equals("@STRENGTH")) {
                List<CipherSuite> sorted = new ArrayList<>(chosen);
                sorted.sort(Comparator.comparingInt(CipherSuite::bits).reversed());
                chosen.clear();
                chosen.addAll(sorted);
            } else if (!term.startsWith("@SECLEVEL=")) { // the rules of the JDK apply instead
                unknown.add(term);
            }
        }

        private List<CipherSuite> matching(String what, boolean adding) {
            List<CipherSuite> left = new ArrayList<>(CipherSuite.ALL);
            for (String word : what.split("\\+")) {
                boolean known = CipherSuite.ALL.stream().anyMatch(suite -> suite.is(word));
                if (!known && !NEVER.contains(word)) {
                    if (!isWeak(word)) {
                        unknown.add(word);
                    } else if (adding) {
                        weak.add(word);
                    }
                }
                left.removeIf(suite -> !suite.is(word));
            }
            return left;
        }

        /** Recognises by its name a key exchange that is not ephemeral, or an obsolete cipher. */
        private static boolean isWeak(String name) {
            if (name.startsWith("TLS_") || name.startsWith("SSL_")) {
                return name.contains("_WITH_")
                        && (!name.matches("(TLS|SSL)_(EC)?DHE_(RSA|ECDSA)_WITH_.*")
                                || name.matches(".*_(RC4|3DES|DES|NULL|RC2|IDEA|SEED)_.*"));
            }
            return name.matches("(AES|CAMELLIA)(128|256)-.*")
                    || name.matches("(ADH|AECDH|EXP|NULL|RC4|RC2|IDEA|SEED|DES|PSK|SRP|KRB5)-.*")
                    || name.matches("(ECDH-|DH-|DHE-DSS-|EDH-DSS-).*")
                    || name.matches("(ECDHE|EDH|DHE)-.*-?(RC4|DES|NULL).*");
        }
    }
}
