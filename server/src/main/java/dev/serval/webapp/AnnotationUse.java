package dev.serval.webapp;

/**
 * An annotation whose values count, and its place. Immutable.
 *
 * @param className of the class that has the annotation on itself or on a part
 * @param onClass whether the annotation is on the class itself
 * @param type of the annotation
 */
record AnnotationUse(String className, boolean onClass, String type, AnnotationValues values) {}
