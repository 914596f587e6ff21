package dev.serval.servlet.registration;

import dev.serval.http.Refusal;

/** A servlet of the server itself that answers with nothing but one refusal. */
public interface Refusing {
    /** What it answers with. */
    Refusal refusal();
}
