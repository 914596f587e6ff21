package dev.serval.manager;

import dev.serval.operations.SessionView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How long sessions have been idle, in at most sixty classes, as Tomcat counts them. Stateless. */
final class SessionHistogram {
    private static final int CLASSES = 60;

    private SessionHistogram() {}

    /**
     * One line for each class that is not empty.
     *
     * @param timeout minutes after which sessions end by default
     */
    static List<String> lines(List<SessionView> sessions, int timeout) {
        int width = Math.max(1, (timeout + CLASSES - 1) / CLASSES);
        int count = timeout > 0 ? (timeout + width - 1) / width : CLASSES;
        int[] classes = new int[count];
        for (SessionView session : sessions) {
            long minutes = TimeUnit.MILLISECONDS.toMinutes(session.idleMillis());
            classes[(int) Math.min(count - 1, minutes / width)]++;
        }
        List<String> lines = new ArrayList<>();
        lines.add("Default maximum session inactive interval is [" + timeout + "] minutes");
        for (int i = 0; i < count; i++) {
            if (classes[i] > 0) {
                lines.add(
                        "Inactive for ["
                                + range(i, count, width)
                                + "] minutes: ["
                                + classes[i]
                                + "] sessions");
            }
        }
        return lines;
    }

    private static String range(int index, int count, int width) {
        if (index == 0) {
            return "<" + width;
        }
        return index == count - 1
                ? ">=" + count * width
                : index * width + " - <" + (index + 1) * width;
    }
}
