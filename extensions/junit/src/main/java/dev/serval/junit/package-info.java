/**
 * Serval in JUnit 5 tests: started once per class or per test, on a free port, and checked for
 * leaks. The server must not depend on it. Start reading at {@link
 * dev.serval.junit.ServalExtension}.
 */
package dev.serval.junit;
