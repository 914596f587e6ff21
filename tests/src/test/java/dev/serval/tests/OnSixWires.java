package dev.serval.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** As {@link OnBioAndNio}, over every {@link Wire}: for what a connector has a part in. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(ServletWires.Six.class)
@interface OnSixWires {}
