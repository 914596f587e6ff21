package dev.serval.servlet.application;

import java.util.Locale;
import java.util.Map;

/**
 * The encodings that {@code setLocale} chooses (Servlet 6.1 §5.6). Immutable.
 *
 * @param declared by language, or language_COUNTRY
 */
public record LocaleEncodings(Map<String, String> declared) {
    /** For languages that ISO-8859-1 cannot write, if the application declares none. */
    private static final Map<String, String> OTHERS =
            Map.of("ja", "Shift_JIS", "ko", "EUC-KR", "zh", "GB18030");

    public LocaleEncodings {
        declared = Map.copyOf(declared);
    }

    /** The encoding of a locale, or of its language; null if there is none. */
    public String of(Locale locale) {
        String encoding = declared.get(locale.toString());
        if (encoding == null) {
            encoding = declared.get(locale.getLanguage());
        }
        return encoding != null ? encoding : OTHERS.get(locale.getLanguage());
    }
}
