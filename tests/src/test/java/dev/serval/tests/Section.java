package dev.serval.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The section of the Servlet specification, or the method of its API, that a test asserts, where
 * the name of its class does not say it exactly: {@code "3.1.1"}. {@link ServletAssertion} reads it
 * from the source.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.SOURCE)
@interface Section {
    String value();
}
