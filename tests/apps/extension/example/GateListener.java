package example;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.lifecycle.ServerListener;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import example.api.Gate;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

/** Opens the gate some time after the stop has begun. */
final class GateListener implements ServerListener {
    private static final Attribute<Integer> DELAY =
            Attribute.of(
                    "delay",
                    Format.integer(Unit.MILLISECONDS, 0, 10_000),
                    100,
                    "How long those at the gate wait when the server stops.");
    static final Offer<ServerListener> OFFER =
            Offer.of(
                    Kind.LISTENER,
                    new AttributeTable("GateListener", "Opens the gate at a stop.", List.of(DELAY)),
                    settings -> {
                        int delay = settings.get(DELAY);
                        return place -> new GateListener(delay);
                    },
                    "example.GateListener");

    private final int delay;
    private final Timer timer = new Timer("gate", true);

    private GateListener(int delay) {
        this.delay = delay;
    }

    @Override
    public void started() {
        System.Logger log = System.getLogger("example");
        log.log(System.Logger.Level.INFO, "the gate is there");
    }

    @Override
    public void stopping() {
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        Gate.open(100);
                    }
                },
                delay);
    }

    @Override
    public void stopped() {
        timer.cancel();
    }
}
