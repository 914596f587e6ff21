package dev.serval.tests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A headless Chromium, driven by its DevTools protocol. It knows the name of this machine alone,
 * and writes below its own directory only. Every wait ends after {@link RawClient#PATIENCE} ms. One
 * thread.
 */
final class Browser implements WebSocket.Listener, AutoCloseable {
    static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private static final List<String> OPTIONS =
            List.of(
                    "--headless=new",
                    "--no-sandbox", // which root may not have
                    "--remote-debugging-port=0",
                    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
                    "--no-proxy-server",
                    "--no-first-run",
                    "--no-default-browser-check",
                    "--no-pings",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-default-apps",
                    "--disable-domain-reliability",
                    "--disable-extensions",
                    "--disable-sync",
                    "--disable-breakpad",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    // Several pages are at work at a time, and all count as seen.
                    "--disable-background-timer-throttling",
                    "--disable-backgrounding-occluded-windows",
                    "--disable-renderer-backgrounding");

    /** The protocol has refused a call. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        private Refused(String message) {
            super(message);
        }
    }

    private final Process process;
    private WebSocket socket;
    private final StringBuilder part = new StringBuilder();
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Map<?, ?>>> awaited = new ConcurrentHashMap<>();
    private final Map<String, Consumer<Map<?, ?>>> pages = new ConcurrentHashMap<>();

    private Browser(Process process) {
        this.process = process;
    }

    /** With a profile of its own below that directory. */
    static Browser start(Path directory) throws Exception {
        Path profile = Files.createDirectories(directory.resolve("profile"));
        List<String> command =
                Stream.of(
                                Stream.of(CHROMIUM.toString(), "--user-data-dir=" + profile),
                                OPTIONS.stream(),
                                Stream.of("about:blank"))
                        .flatMap(all -> all)
                        .toList();
        Path log = directory.resolve("chromium.log");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().put("HOME", directory.toString());
        Browser browser =
                new Browser(builder.redirectErrorStream(true).redirectOutput(log.toFile()).start());
        try {
            browser.connect(profile.resolve("DevToolsActivePort"));
            return browser;
        } catch (Throwable e) {
            browser.close();
            throw new AssertionError("no browser: " + Files.readString(log), e);
        }
    }

    private void connect(Path said) throws Exception {
        Waiting.until(
                "its port",
                () -> {
                    if (!process.isAlive()) {
                        throw new IOException("it has ended: " + process.exitValue());
                    }
                    return Files.exists(said) && Files.readAllLines(said).size() == 2;
                });
        List<String> lines = Files.readAllLines(said);
        URI uri = URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
        socket = within(HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(uri, this));
    }

    private static <T> T within(CompletableFuture<T> future) throws Exception {
        return future.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
    }

    /** A window of its own, which has loaded that page. */
    BrowserPage open(String url) throws Exception {
        Object target =
                call(null, "Target.createTarget", Map.of("url", "about:blank", "newWindow", true))
                        .get("targetId");
        String session =
                call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                        .get("sessionId")
                        .toString();
        BrowserPage page = new BrowserPage(this, target, session);
        pages.put(session, page::happened);
        page.begin();
        page.go(url);
        return page;
    }

    /** What a method of the protocol answers; the session is that of a page, or null. */
    Map<?, ?> call(String session, String method, Map<String, ?> parameters) throws Exception {
        int id = calls.incrementAndGet();
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", id);
        message.put("method", method);
        message.put("params", parameters);
        if (session != null) {
            message.put("sessionId", session);
        }
        CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();
        awaited.put(id, answer);
        within(socket.sendText(Json.write(message), true));
        Map<?, ?> answered = within(answer);
        awaited.remove(id);
        if (answered.get("error") != null) {
            throw new Refused(method + ": " + answered.get("error"));
        }
        return (Map<?, ?>) answered.get("result");
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
        part.append(text);
        if (last) {
            Map<?, ?> message = (Map<?, ?>) Json.read(part.toString());
            part.setLength(0);
            if (message.get("id") instanceof Double id) {
                awaited.getOrDefault(id.intValue(), new CompletableFuture<>()).complete(message);
            } else {
                pages.getOrDefault(String.valueOf(message.get("sessionId")), nobody -> {})
                        .accept(message);
            }
        }
        from.request(1);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        awaited.values().forEach(each -> each.completeExceptionally(error));
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        onError(from, new IOException("the browser has gone"));
        return null;
    }

    @Override
    public void close() {
        List<ProcessHandle> all =
                Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        try {
            if (socket != null) {
                socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true);
                process.waitFor(10, TimeUnit.SECONDS);
                socket.abort();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            all.forEach(ProcessHandle::destroyForcibly);
        }
        try {
            // A helper that nobody reaps has no command line any more.
            Waiting.until(
                    "its end",
                    () ->
                            all.stream()
                                    .noneMatch(p -> p.isAlive() && p.info().command().isPresent()));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
