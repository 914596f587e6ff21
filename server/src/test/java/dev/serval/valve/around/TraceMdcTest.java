package dev.serval.valve.around;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import dev.serval.LoggedEvents;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.spi.MDCAdapter;

class TraceMdcTest {
    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT_ID = "00f067aa0ba902b7";
    private static final TraceParent TRACE =
            TraceParent.of("00-" + TRACE_ID + "-" + PARENT_ID + "-01");
    private static final Map<String, String> TOLD =
            Map.of("traceparent", TRACE.text(), "traceId", TRACE_ID, "parentId", PARENT_ID);

    private final MDCAdapter entries = new LogbackMDCAdapter();
    private final TraceMdc mdc = new TraceMdc(entries);
    private final LoggerContext log = new LoggerContext();
    private final LoggedEvents events = new LoggedEvents();
    private TraceMdc.Held held;

    @BeforeEach
    void begin() {
        log.setMDCAdapter(mdc);
        log.getLogger("a").addAppender(events);
        held = mdc.hold(TRACE);
    }

    private Map<String, String> logged() {
        log.getLogger("a").info("said");
        return events.list.get(events.list.size() - 1).getMDCPropertyMap();
    }

    @Test
    void whatIsLoggedInACallHasItsTrace() {
        assertThat(logged()).isEqualTo(TOLD);
        assertThat(logged()).isEqualTo(TOLD);
    }

    @Test
    void whatIsLoggedAfterItHasNone() {
        logged();
        held.drop();
        assertThat(logged()).isEmpty();
    }

    @Test
    void aCallThatLogsNothingPutsNothingThere() {
        assertThat(entries.getCopyOfContextMap()).isNull();
        held.drop();
        assertThat(entries.getCopyOfContextMap()).isNull();
        assertThat(logged()).isEmpty();
    }

    @Test
    void otherEntriesAreThereBesideTheTraceAndStay() {
        mdc.put("request", "a1");
        assertThat(logged()).hasSize(4).containsAllEntriesOf(TOLD).containsEntry("request", "a1");
        held.drop();
        assertThat(logged()).isEqualTo(Map.of("request", "a1"));
    }

    @Test
    void anEntryCanBeReadChangedAndRemoved() {
        assertThat(mdc.get("traceId")).isEqualTo(TRACE_ID);
        mdc.hold(TRACE);
        mdc.put("traceId", "mine");
        assertThat(logged()).containsEntry("traceId", "mine").containsEntry("parentId", PARENT_ID);
        mdc.hold(TRACE);
        mdc.remove("traceId");
        assertThat(logged()).hasSize(2).doesNotContainKey("traceId");
    }

    @Test
    void nothingIsLeftWhenTheMdcIsCleared() {
        mdc.clear();
        assertThat(logged()).isEmpty();
        mdc.put("request", "a1");
        mdc.clear();
        assertThat(logged()).isEmpty();
        assertThat(entries.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void otherThreadsHaveNone() throws InterruptedException {
        Thread other = new Thread(this::logged);
        other.start();
        other.join();
        assertThat(events.list)
                .singleElement()
                .extracting(ILoggingEvent::getMDCPropertyMap)
                .isEqualTo(Map.of());
    }
}
