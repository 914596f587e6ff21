package dev.serval.valve.rewrite;

import dev.serval.settings.NearestName;
import dev.serval.valve.rewrite.RewriteMaps.Lookup;
import jakarta.servlet.http.Cookie;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the flags of rules and conditions: {@code [R=301,L]}. Stateless. */
final class RuleFlags {
    private static final int MOST_STATUS = 599;
    private static final int SECONDS = 60;
    private static final Map<String, Integer> STATUSES =
            Map.of("permanent", 301, "temp", 302, "seeother", 303);

    /** Long names by the short ones. */
    private static final Map<String, String> NAMES = new LinkedHashMap<>();

    static {
        for (String pair :
                "B backrefescape,C chain,CO cookie,E env,F forbidden,G gone,H host,L last,N next,"
                        .concat("NC nocase,NE noescape,NS nosubreq,OR ornext,QSA qsappend,")
                        .concat("QSD qsdiscard,R redirect,S skip,T type,VS valveSkip")
                        .split(",")) {
            String[] names = pair.split(" ");
            NAMES.put(names[1].toLowerCase(Locale.ROOT), names[0]);
            NAMES.put(names[0].toLowerCase(Locale.ROOT), names[0]);
        }
    }

    private RuleFlags() {}

    /** One flag: its short name, and the text after the sign. Immutable. */
    record Flag(String name, Word value) {
        boolean is(String other) {
            return name.equals(other);
        }
    }

    /**
     * The flags of a word.
     *
     * @param word null if there is none
     */
    static List<Flag> of(Word word) throws RuleMistake {
        if (word == null) {
            return List.of();
        }
        String text = word.text();
        if (!text.startsWith("[") || !text.endsWith("]") || text.length() < 2) {
            throw new RuleMistake(
                    word.column(),
                    text + " is not of the form [FLAG,FLAG]; a blank needs quotation marks");
        }
        List<Flag> flags = new ArrayList<>();
        int at = 1;
        for (String each : text.substring(1, text.length() - 1).split(",", -1)) {
            int equals = each.indexOf('=');
            String given = (equals < 0 ? each : each.substring(0, equals)).strip();
            String name = NAMES.get(given.toLowerCase(Locale.ROOT));
            if (name == null) {
                throw new RuleMistake(
                        word.column() + at,
                        "there is no flag " + given + NearestName.hint(given, NAMES.values()));
            }
            int column = word.column() + at + equals + 1;
            flags.add(
                    new Flag(
                            name,
                            equals < 0 ? null : new Word(each.substring(equals + 1), column)));
            at += each.length() + 1;
        }
        return flags;
    }

    /** Applies a flag to a rule. */
    static void apply(Flag flag, Rule rule, Map<String, Lookup> maps, int column)
            throws RuleMistake {
        switch (flag.name()) {
            case "B" -> rule.escapes = true;
            case "C" -> rule.chain = true;
            case "CO" -> rule.cookies.add(cookie(needed(flag, column), maps));
            case "E" -> env(needed(flag, column), rule, maps);
            case "F" -> rule.status = 403;
            case "G" -> rule.status = 410;
            case "H" -> rule.host = true;
            case "L" -> rule.last = true;
            case "N" -> rule.next = true;
            case "NC", "NS" -> {}
            case "NE" -> rule.noEscape = true;
            case "QSA" -> rule.appendsQuery = true;
            case "QSD" -> rule.discardsQuery = true;
            case "R" -> rule.status = status(flag);
            case "S" -> rule.skip = number(needed(flag, column), 1, Integer.MAX_VALUE / 2);
            case "T" -> rule.type = type(needed(flag, column));
            case "VS" -> rule.skipsValve = true;
            default ->
                    throw new RuleMistake(
                            column, "the flag " + flag.name() + " belongs to a RewriteCond");
        }
    }

    private static Word needed(Flag flag, int column) throws RuleMistake {
        if (flag.value() == null || flag.value().text().isEmpty()) {
            throw new RuleMistake(column, "the flag " + flag.name() + " needs a value");
        }
        return flag.value();
    }

    private static int status(Flag flag) throws RuleMistake {
        if (flag.value() == null) {
            return STATUSES.get("temp");
        }
        Integer named = STATUSES.get(flag.value().text());
        int status = named != null ? named : number(flag.value(), 300, MOST_STATUS);
        if (status == 304) {
            throw new RuleMistake(flag.value().column(), "304 leads nowhere");
        }
        return status;
    }

    private static int number(Word word, int least, int most) throws RuleMistake {
        try {
            int number = Integer.parseInt(word.text());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Handled like a number out of range.
        }
        throw new RuleMistake(
                word.column(), word.text() + " is not a number from " + least + " to " + most);
    }

    private static String type(Word word) throws RuleMistake {
        if (!word.text().matches("[!-~ ]+/[!-~ ]+")) {
            throw new RuleMistake(word.column(), word.text() + " is not a media type");
        }
        return word.text();
    }

    private static void env(Word word, Rule rule, Map<String, Lookup> maps) throws RuleMistake {
        int colon = word.text().indexOf(':');
        String name = colon < 0 ? word.text() : word.text().substring(0, colon);
        String value = colon < 0 ? "" : word.text().substring(colon + 1);
        if (name.isEmpty()) {
            throw new RuleMistake(word.column(), word.text() + " is not of the form NAME:value");
        }
        rule.env.put(name, Template.of(new Word(value, word.column() + colon + 1), maps));
    }

    /** {@code name:value:domain:minutes:path:secure:httponly:samesite}. */
    private static Rule.Cookies cookie(Word word, Map<String, Lookup> maps) throws RuleMistake {
        String text = word.text();
        boolean semicolons = text.startsWith(";");
        String[] parts = (semicolons ? text.substring(1) : text).split(semicolons ? ";" : ":", -1);
        if (parts.length < 2) {
            throw new RuleMistake(word.column(), text + " is not of the form NAME:value");
        }
        try {
            Cookie cookie = new Cookie(parts[0], "");
            if (has(parts, 2)) {
                cookie.setDomain(parts[2]);
            }
            if (has(parts, 3)) {
                int minutes =
                        number(new Word(parts[3], word.column()), 0, Integer.MAX_VALUE / SECONDS);
                cookie.setMaxAge(minutes == 0 ? -1 : minutes * SECONDS);
            }
            cookie.setPath(has(parts, 4) ? parts[4] : "/");
            cookie.setSecure(has(parts, 5) && parts[5].matches("(?i)secure|true|1"));
            cookie.setHttpOnly(has(parts, 6) && parts[6].matches("(?i)httponly|true|1"));
            if (has(parts, 7)) {
                cookie.setAttribute("SameSite", parts[7]);
            }
            return new Rule.Cookies(cookie, Template.of(new Word(parts[1], word.column()), maps));
        } catch (IllegalArgumentException e) {
            throw new RuleMistake(word.column(), "no cookie can be " + text);
        }
    }

    private static boolean has(String[] parts, int index) {
        return parts.length > index && !parts[index].isEmpty();
    }
}
