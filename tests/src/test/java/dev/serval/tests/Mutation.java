package dev.serval.tests;

import dev.serval.http.Refusal;

/**
 * A rule, and the change of one source file that switches it off: a suite has to fail then.
 * Immutable.
 *
 * @param rule in a few words; {@code rule 4} names one of the security rules
 * @param refusal that is switched off; null if it is another kind of rule
 * @param file from the directory of the checkout on
 * @param snippet stands in the file exactly once
 * @param replacement what stands there instead
 * @param suite name of the test class that fails
 * @param wire that it runs on
 */
record Mutation(
        String rule,
        Refusal refusal,
        String file,
        String snippet,
        String replacement,
        String suite,
        Wire wire) {

    /** The source without the rule. */
    String applied(String source) {
        int at = source.indexOf(snippet);
        if (at < 0 || source.indexOf(snippet, at + 1) >= 0) {
            throw new AssertionError(
                    file
                            + " has not exactly one of the lines that switch off \""
                            + rule
                            + "\"; renew Mutations: "
                            + snippet);
        }
        return source.substring(0, at) + replacement + source.substring(at + snippet.length());
    }

    /** False if it is a file of an application. */
    boolean isJava() {
        return file.endsWith(".java");
    }

    /** The name of the class that the file declares. */
    String className() {
        String path = file.substring(file.indexOf("/java/") + 6, file.length() - 5);
        return path.replace('/', '.');
    }

    @Override
    public String toString() {
        String where = isJava() ? className() : file;
        return rule + ": " + where.substring(where.lastIndexOf(isJava() ? '.' : '/') + 1);
    }
}
