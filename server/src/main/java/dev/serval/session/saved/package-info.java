/**
 * Sessions that outlive the process or their application: in a file, in a store, or in the
 * application that replaces their own. Knows neither requests nor routing; start reading at {@link
 * dev.serval.session.saved.SessionsInFile}.
 */
package dev.serval.session.saved;
