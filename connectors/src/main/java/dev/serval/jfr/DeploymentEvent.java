package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An application has come to another state. Owned by one thread. */
@Name("serval.Deployment")
@Label("Step of a deployment")
@Description("An application has come to another state.")
@Category("Serval")
@StackTrace(false)
final class DeploymentEvent extends Event {
    @Label("Application")
    String application;

    @Label("Step")
    String step;

    @Label("Failure")
    String failure;
}
