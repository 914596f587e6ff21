package dev.serval.valve.report;

import dev.serval.valve.ErrorReport.Failure;
import java.util.Map;

/**
 * The configured values for single errors. Immutable.
 *
 * @param byStatus 0 stands for all others
 * @param byType by the names of classes of exceptions; has precedence over a status
 */
public record ErrorTable<T>(Map<Integer, T> byStatus, Map<String, T> byType) {
    public ErrorTable {
        byStatus = Map.copyOf(byStatus);
        byType = Map.copyOf(byType);
    }

    /**
     * The value for the nearest superclass of the exception, else for the status; null if there is
     * none.
     */
    T of(Failure failure) {
        if (failure.thrown() != null) {
            for (Class<?> type = failure.thrown().getClass();
                    type != null;
                    type = type.getSuperclass()) {
                T found = byType.get(type.getName());
                if (found != null) {
                    return found;
                }
            }
        }
        T found = byStatus.get(failure.status());
        return found == null ? byStatus.get(0) : found;
    }
}
