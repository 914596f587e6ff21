package dev.serval.builtin.resource;

import dev.serval.extension.ResourceElement;

/** Classes of users. Stateless. */
final class Types {
    private Types() {}

    /**
     * @param what it is, for the message
     */
    static Class<?> of(String name, String what, ResourceElement element) {
        try {
            return Class.forName(name, true, element.loader());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    what
                            + " "
                            + name
                            + " is not there: put the jar that has it into WEB-INF/lib, or into"
                            + " lib for a resource of GlobalNamingResources",
                    e);
        }
    }
}
