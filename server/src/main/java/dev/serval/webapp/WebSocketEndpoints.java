package dev.serval.webapp;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names the WebSocket endpoints of an application if no extension serves them. Stateless. */
final class WebSocketEndpoints {
    private static final String ENDPOINT = "jakarta.websocket.server.ServerEndpoint";
    private static final String CONFIG = "jakarta.websocket.server.ServerApplicationConfig";

    private WebSocketEndpoints() {}

    /**
     * Adds a warning when there are some, unless an initializer asks for them: then a library of
     * the application serves them.
     *
     * @param initializers those of the application
     * @param index of the application
     * @param full whether the index holds all classes; otherwise it has those of WEB-INF/classes
     */
    static void report(
            List<Initializers.Initializer> initializers,
            ClassIndex index,
            boolean full,
            List<Archive> classes,
            Problems problems) {
        if (initializers.stream()
                .anyMatch(i -> i.types().contains(ENDPOINT) || i.types().contains(CONFIG))) {
            return;
        }
        ClassIndex all = index;
        if (!full) {
            // Endpoints count in an application whose descriptor is complete, too (WebSocket §6.2).
            all =
                    new ClassIndex(
                            ClassLoader.getPlatformClassLoader(), IndexCache.NONE, new Problems());
            all.add(classes, ScanFilter.NONE, "");
        }
        Set<String> found = new TreeSet<>(all.handled(ENDPOINT));
        found.addAll(all.handled(CONFIG));
        if (!found.isEmpty()) {
            String shown = classes.isEmpty() ? "WEB-INF/lib" : classes.get(0).shown();
            problems.warning(
                    WebXmlReader.whole(shown),
                    "there is no WebSocket (jakarta.websocket) here, since the extension"
                            + " serval-websocket is missing; these are not served, all else is: "
                            + String.join(", ", found));
        }
    }
}
