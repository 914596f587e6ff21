package dev.serval.builtin;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.extension.Settings;
import dev.serval.jmx.ServerBeans;
import dev.serval.lifecycle.ServerListener;
import dev.serval.metrics.Metering;
import dev.serval.monitor.RunningServer;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import java.util.List;

/** The listener of the JMX beans, which exist while the ports are open. */
final class JmxListener implements ServerListener {
    private static final Attribute<String> DOMAIN =
            Attribute.of(
                    "jmxDomain",
                    Format.text(),
                    ServerBeans.DOMAIN,
                    "The domain of the beans of the first service, whatever the name of its"
                            + " engine; those of further services have the names of their engines.");

    static final AttributeTable TABLE =
            new AttributeTable(
                    "JmxBeans",
                    "A Listener of the Server: registers the MBeans that monitoring knows of"
                            + " Tomcat.",
                    List.of(BuiltInListeners.CLASS_NAME, DOMAIN));

    private final ServerBeans beans;

    private JmxListener(ServerBeans beans) {
        this.beans = beans;
    }

    static Factory<ServerListener> read(Settings given) {
        String domain = given.get(DOMAIN);
        return place -> of(place, domain);
    }

    static JmxListener of(Place place, String domain) {
        return new JmxListener(
                new ServerBeans(
                        domain,
                        place.service(RunningServer.class),
                        place.service(Metering.class).own()));
    }

    @Override
    public void started() {
        beans.start();
    }

    @Override
    public void stopping() {
        beans.stop();
    }

    @Override
    public String toString() {
        return "JmxBeans";
    }
}
