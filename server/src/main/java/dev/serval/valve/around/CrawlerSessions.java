package dev.serval.valve.around;

import dev.serval.valve.BoundedText;
import dev.serval.valve.BoundedText.NoneLeft;
import dev.serval.valve.BoundedText.Steps;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The CrawlerSessionManagerValve: a crawler, which keeps no cookies, has one session all the same.
 * Thread-safe. A session in which a user has logged in is not given to others: any client can claim
 * to be a crawler.
 */
public final class CrawlerSessions implements CallValve {
    // The crawler that was seen longest ago is forgotten, and gets another session.
    private static final int MOST = 10_000;

    private final Pattern agents;
    private final Pattern addresses;
    private final boolean byHost;
    private final boolean byContext;
    private final int inactiveSeconds;
    private final Map<String, String> ids =
            Collections.synchronizedMap(
                    new LinkedHashMap<>(16, 0.75f, true) {
                        private static final long serialVersionUID = 1;

                        @Override
                        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                            return size() > MOST;
                        }
                    });

    /**
     * @param agents the expression for the whole User-Agent of a crawler; null if there is none
     * @param addresses the expression for the whole address of a crawler; null if there is none
     * @param byHost whether a crawler has a session for each host
     * @param byContext whether a crawler has a session for each application
     * @param inactiveSeconds how long such a session lives without a request
     */
    public CrawlerSessions(
            Pattern agents,
            Pattern addresses,
            boolean byHost,
            boolean byContext,
            int inactiveSeconds) {
        this.agents = agents;
        this.addresses = addresses;
        this.byHost = byHost;
        this.byContext = byContext;
        this.inactiveSeconds = inactiveSeconds;
    }

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        if (request.getSession(false) != null || !isCrawler(request)) {
            chain.proceed();
            return;
        }
        String key =
                request.getRemoteAddr()
                        + (byHost ? " " + request.getServletContext().getVirtualServerName() : "")
                        + (byContext ? " " + request.getContextPath() : "");
        String id = ids.get(key);
        boolean known = id != null && chain.session(id);
        chain.proceed();
        if (request.getUserPrincipal() != null) {
            ids.remove(key);
            return;
        }
        HttpSession session = known ? null : request.getSession(false);
        if (session != null) {
            session.setMaxInactiveInterval(inactiveSeconds);
            ids.put(key, session.getId());
        }
    }

    private boolean isCrawler(HttpServletRequest request) {
        List<String> names = Collections.list(request.getHeaders("User-Agent"));
        return agents != null && names.size() == 1 && isOfCrawler(agents, names.get(0))
                || addresses != null && isOfCrawler(addresses, request.getRemoteAddr());
    }

    /** False for a text that takes too many steps: it was made for that, not by a crawler. */
    private static boolean isOfCrawler(Pattern pattern, String text) {
        try {
            return BoundedText.match(pattern, text, new Steps()) != null;
        } catch (NoneLeft e) {
            return false;
        }
    }
}
