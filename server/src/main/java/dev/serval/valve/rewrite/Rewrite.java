package dev.serval.valve.rewrite;

import dev.serval.settings.Location;
import dev.serval.valve.BoundedText.NoneLeft;
import dev.serval.valve.CallChain;
import dev.serval.valve.SkippingValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The RewriteValve: sends requests to other targets, redirects or refuses them, by the rules of a
 * file. Rewritten requests pass it once. Thread-safe.
 */
public final class Rewrite implements SkippingValve {
    /** The name of its file, in the directory of its element. */
    public static final String FILE = "rewrite.config";

    private static final int FAILED = 500;

    private final RuleFile file;
    private final boolean inContext;
    // Names of request attributes.
    private final String done = Rewrite.class.getName() + "@" + System.identityHashCode(this);
    private final String skips = done + ".skips";

    /**
     * @param file with the rules; null if there is none
     * @param paths of files that rules name
     * @param shared has the classes that rules name; null for those of an application, whose paths
     *     begin at its root
     */
    public Rewrite(Path file, Function<String, Path> paths, ClassLoader shared) {
        this.file = new RuleFile(file, paths, shared);
        this.inContext = shared == null;
    }

    /** Throws IllegalArgumentException with all mistakes in the file. */
    @Override
    public void start() {
        file.start();
    }

    /**
     * The mistakes in the file, by their places, for a check without a start.
     *
     * @param shown the name of the file, which exists, in messages
     */
    public Map<Location, String> mistakes(String shown) {
        return file.mistakes(shown);
    }

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        List<Rule> rules = file.current(System.nanoTime());
        if (rules.isEmpty() || request.getAttribute(done) != null) {
            chain.proceed();
            return;
        }
        RewritePass pass = new RewritePass(request, response, chain, inContext);
        request.setAttribute(done, true);
        boolean answered;
        try {
            answered = pass.run(rules);
        } catch (NoneLeft e) {
            chain.refuse(FAILED, "the expressions or rounds of its rewrite rules took too long");
            return;
        }
        if (!answered) {
            request.removeAttribute(done);
            if (pass.skipsValve()) {
                request.setAttribute(skips, true);
            }
            chain.proceed();
        }
    }

    @Override
    public boolean skipsNext(HttpServletRequest request) {
        boolean skipped = request.getAttribute(skips) != null;
        request.removeAttribute(skips);
        return skipped;
    }
}
