package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.session.NoteForm;
import dev.serval.session.Session;
import dev.serval.session.SessionRules;
import dev.serval.session.Sessions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** An attribute that cannot be serialised: the log says what becomes of it. */
class LostAttributesTest {
    private static final SharingRules FREE = new SharingRules(false, 600, true, 100);

    private final LoggedEvents log = new LoggedEvents();

    @BeforeEach
    void listen() {
        logger().addAppender(log);
    }

    @AfterEach
    void leave() {
        logger().detachAppender(log);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(AttributeWarnings.class);
    }

    @Test
    void nodesThatShareAStoreDoNotSeeIt() {
        SessionKeeping keeping =
                new SessionKeeping(
                        SessionRules::defaults,
                        AttributeRules.DEFAULTS,
                        false,
                        null,
                        null,
                        FREE,
                        new MapStore());
        SessionFixture fixture = new SessionFixture();
        Sessions sessions =
                keeping.maker(null, false, NoteForm.NONE, "/lost", null)
                        .make(fixture.context, () -> fixture.listeners, false);
        Session session = sessions.create(60, made -> {});
        session.setAttribute("thread", new Thread());
        SessionFixture.leave(session);
        sessions.close();
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.contains("[/lost]"))
                .singleElement()
                .asString()
                .startsWith(
                        "SRV-0710 [/lost] attribute thread of sessions is not kept in the Store, so"
                                + " no other node sees it: it cannot be serialised");
    }
}
