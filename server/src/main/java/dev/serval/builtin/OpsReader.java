package dev.serval.builtin;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.extension.Settings;
import dev.serval.lifecycle.ServerListener;
import dev.serval.metrics.Metering;
import dev.serval.metrics.ServerMetrics;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.StartedWith;
import dev.serval.net.AddressBlocks;
import dev.serval.ops.OpsEndpoint;
import dev.serval.ops.OpsPages;
import dev.serval.ops.OpsSettings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the Listener of the ops endpoint. Stateless. */
final class OpsReader {
    private static final String LOOPBACK = "127.0.0.0/8,::1";

    private static final Attribute<String> PATHNAME =
            Attribute.of(
                    "pathname",
                    Format.text(),
                    "temp/ops.sock",
                    "The Unix domain socket, for the user who runs the server alone; empty: none.");
    private static final Attribute<Integer> PORT =
            Attribute.of(
                            "port",
                            new Format<>("number from 0 to 65535, or -1", OpsReader::port),
                            -1,
                            "A port beside it; 0: any free one.")
                    .shown("-1, none");
    private static final Attribute<String> ADDRESS =
            Attribute.of(
                    "address",
                    new Format<>("address in numbers", OpsReader::address),
                    "127.0.0.1",
                    "The address of that port.");
    private static final Attribute<AddressBlocks> ALLOW =
            Attribute.of(
                            "allow",
                            new Format<>("addresses and networks, with commas", OpsReader::blocks),
                            AddressBlocks.of(LOOPBACK),
                            "Whose connections to that port are answered.")
                    .shown(LOOPBACK);
    private static final Attribute<Set<String>> HOSTS =
            Attribute.of(
                            "hosts",
                            new Format<>(
                                    "names of hosts, with commas",
                                    text ->
                                            Set.copyOf(
                                                    List.of(
                                                            text.toLowerCase(Locale.ROOT)
                                                                    .split("\\s*,\\s*")))),
                            Set.<String>of(),
                            "Names of this computer that clients of the port may ask for, beside"
                                    + " localhost and addresses.")
                    .shown("");
    private static final Attribute<Integer> THREADS =
            Attribute.of(
                    "threads",
                    new Format<>("number from 1 to 16", OpsReader::threads),
                    3,
                    "The threads that answer, which do nothing else.");
    private static final Attribute<Boolean> METRICS =
            Attribute.flag("metrics", true, "Whether requests are counted for /metrics.");
    private static final Attribute<Integer> HURT =
            Attribute.of(
                    "hurtSeconds",
                    new Format<>("number of seconds, or -1", OpsReader::seconds),
                    60,
                    "How long /ready says 503 after a failure of the server's own threads, such as"
                            + " an OutOfMemoryError; -1: until the server ends.");
    private static final Attribute<Boolean> FAILED =
            Attribute.flag(
                    "failedApplications",
                    false,
                    "Whether /ready says 503 while an application could not start.");

    static final AttributeTable TABLE =
            new AttributeTable(
                    "OpsEndpoint",
                    "A Listener of the Server: answers operators and monitoring beside all"
                            + " connectors, by threads of its own. Its pages are /live, /ready,"
                            + " /metrics, /requests, /threads, /config and /loglevel.",
                    List.of(
                            BuiltInListeners.CLASS_NAME,
                            PATHNAME,
                            PORT,
                            ADDRESS,
                            ALLOW,
                            HOSTS,
                            THREADS,
                            METRICS,
                            HURT,
                            FAILED));

    private OpsReader() {}

    static Factory<ServerListener> read(Settings given) {
        String pathname = given.isEmpty(PATHNAME) ? null : given.get(PATHNAME);
        boolean metrics = given.get(METRICS);
        int port = given.get(PORT);
        String address = given.get(ADDRESS);
        if (port >= 0 && !given.has(ALLOW) && !AddressBlocks.address(address).isLoopbackAddress()) {
            given.error(
                    given.at(ADDRESS),
                    "address of OpsEndpoint is "
                            + address
                            + ", which others can reach; allow has to say who is answered");
        }
        AddressBlocks allow = given.get(ALLOW);
        Set<String> hosts = given.get(HOSTS);
        int threads = given.get(THREADS);
        int hurt = given.get(HURT);
        boolean failed = given.get(FAILED);
        return place ->
                listener(
                        place,
                        metrics,
                        new OpsSettings(
                                pathname == null ? null : place.file(pathname),
                                address,
                                port,
                                allow,
                                hosts,
                                threads,
                                hurt,
                                failed));
    }

    private static ServerListener listener(Place place, boolean metrics, OpsSettings settings) {
        ServerMetrics counters = metrics ? counters(place) : null;
        OpsPages pages =
                new OpsPages(
                        place.service(RunningServer.class),
                        place.service(StartedWith.class),
                        counters,
                        settings.hurtSeconds(),
                        settings.failedApplications());
        return new OpsListener(new OpsEndpoint(settings, pages));
    }

    /** The server's own counters; they count from this call on. */
    static ServerMetrics counters(Place place) {
        return place.service(Metering.class).own();
    }

    private static int port(String text) throws BadValue {
        return number(text, -1, 65535);
    }

    private static int threads(String text) throws BadValue {
        return number(text, 1, 16);
    }

    private static int seconds(String text) throws BadValue {
        return number(text, -1, Integer.MAX_VALUE);
    }

    private static int number(String text, int least, int most) throws BadValue {
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported like a number that is out of range.
        }
        throw new BadValue("is no number from " + least + " to " + most);
    }

    private static String address(String text) throws BadValue {
        try {
            InetAddress address = AddressBlocks.address(text);
            return address.getHostAddress();
        } catch (IllegalArgumentException e) {
            throw new BadValue(e.getMessage());
        }
    }

    private static AddressBlocks blocks(String text) throws BadValue {
        try {
            return AddressBlocks.of(text);
        } catch (IllegalArgumentException e) {
            throw new BadValue(e.getMessage());
        }
    }
}
