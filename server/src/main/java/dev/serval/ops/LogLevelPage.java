package dev.serval.ops;

import dev.serval.lifecycle.LogLevels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The levels of loggers: read by GET, set by POST with lines of {@code logger=level} or an object
 * of JSON, until the next start. Thread-safe.
 */
record LogLevelPage(LogLevels levels) {
    static final String PATH = "/loglevel";

    private static final Logger LOG = LoggerFactory.getLogger(LogLevelPage.class);
    private static final Pattern MEMBER =
            Pattern.compile("\"([\\w.$-]{1,200})\"\\s*:\\s*\"(\\w{0,10})\"");
    private static final Pattern LINE = Pattern.compile("([\\w.$-]{1,200})=(\\w{0,10})");

    private record Wish(String logger, String level) {}

    void write(OpsRequest request, OpsAnswer answer) {
        if (request.method().equals("POST")) {
            for (Wish wish : wishes(request.body().strip())) {
                levels.set(wish.logger, wish.level);
                LOG.info(
                        "The level of {} is {} by the ops endpoint, until the next start",
                        wish.logger,
                        wish.level.isEmpty() ? "that of the logger above" : wish.level);
            }
        }
        answer.json();
        answer.append('{');
        String between = "\n";
        for (Map.Entry<String, String> each : levels.levels().entrySet()) {
            answer.append(between).member(each.getKey()).quoted(each.getValue());
            between = ",\n";
        }
        answer.append("\n}\n");
    }

    private static List<Wish> wishes(String body) {
        List<Wish> all = new ArrayList<>();
        if (body.startsWith("{")) {
            Matcher members = MEMBER.matcher(body);
            while (members.find()) {
                all.add(new Wish(members.group(1), members.group(2)));
            }
        } else {
            for (String line : body.split("[\\r\\n&]+")) {
                Matcher matcher = LINE.matcher(line.strip());
                if (!matcher.matches()) {
                    throw new IllegalArgumentException("a line is no logger=level");
                }
                all.add(new Wish(matcher.group(1), matcher.group(2)));
            }
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException("there is no logger=level");
        }
        return all;
    }
}
