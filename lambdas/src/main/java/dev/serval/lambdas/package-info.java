/**
 * A step of the build, after the compiler: lambda expressions become classes. Not part of the
 * server.
 */
package dev.serval.lambdas;
