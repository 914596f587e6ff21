package jakarta.ejb;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for the annotation of an API that is not there. */
@Retention(RetentionPolicy.RUNTIME)
public @interface EJB {}
