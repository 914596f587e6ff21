package dev.serval.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a class of assertions of the Servlet specification over BIO and over NIO, against a {@link
 * ServletUnderTest} that all such classes share; the class takes it as {@code @Parameter}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(ServletWires.Two.class)
@interface OnBioAndNio {}
