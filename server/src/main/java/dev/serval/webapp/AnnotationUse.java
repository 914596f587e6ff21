package dev.serval.webapp;

/**
 * An annotation whose values count, and its place. Immutable.
 *
 * @param className of the class that has it on itself or on a part
 * @param onClass whether it is on the class itself
 * @param type of the annotation
 */
record AnnotationUse(String className, boolean onClass, String type, AnnotationValues values) {}
