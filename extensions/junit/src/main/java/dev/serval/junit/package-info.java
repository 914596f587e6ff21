/**
 * Serval in JUnit 5 tests: started once per class or per test, on a free port, and checked for what
 * it leaves behind. Must not be known to the server. Start reading at {@link
 * dev.serval.junit.ServalExtension}.
 */
package dev.serval.junit;
