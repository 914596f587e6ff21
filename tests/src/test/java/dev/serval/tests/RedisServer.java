package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Redis of the system's package with the sessions of a cluster. Used by one thread. */
final class RedisServer implements ClusterTest.SharedStore {
    private static final Path PROGRAM = Path.of("/usr/bin/redis-server");
    private static final String PASSWORD = "change-me";
    private static final long PATIENCE_SECONDS = 20;

    /** Whatever the servers have written: the end of each is long ago. */
    private static final String END_ALL =
            """
            local ended = 0
            for _, key in ipairs(redis.call('KEYS', 'serval:*')) do
              local type = redis.call('TYPE', key).ok
              if type == 'hash' then
                redis.call('HSET', key, 'e', '1')
                ended = ended + 1
              elseif type == 'zset' and not key:find('}ids$') then
                for _, id in ipairs(redis.call('ZRANGE', key, 0, -1)) do
                  redis.call('ZADD', key, 1, id)
                end
              end
            end
            return ended
            """;

    private final Path directory;
    private final int port;
    private Process process;

    /**
     * Serves when this returns.
     *
     * @param configuration as a file of Redis has it
     */
    RedisServer(Path directory, String configuration) throws Exception {
        this.directory = Files.createDirectories(directory);
        port = FreePort.find();
        Files.writeString(directory.resolve("redis.conf"), configuration);
        serve();
    }

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    @Override
    public Installation known(Installation node) {
        return node.with("SESSIONS_PORT", Integer.toString(port))
                .with("SESSIONS_PASSWORD", PASSWORD);
    }

    @Override
    public void serve() throws Exception {
        process =
                new ProcessBuilder(
                                PROGRAM.toString(),
                                directory.resolve("redis.conf").toString(),
                                "--port",
                                Integer.toString(port),
                                "--bind",
                                "127.0.0.1",
                                "--dir",
                                directory.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("redis.out").toFile())
                        .start();
        Waiting.until("Redis answers", () -> ask("PING").equals("PONG"));
    }

    @Override
    public void halt() throws Exception {
        process.destroyForcibly();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public int endAll() throws Exception {
        return Integer.parseInt(ask("EVAL", END_ALL, "0"));
    }

    @Override
    public void close() throws Exception {
        halt();
    }

    /** The answer, if it is one line; what the connection failed with otherwise. */
    private String ask(String... words) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            StringBuilder text = new StringBuilder();
            for (List<String> command : List.of(List.of("AUTH", PASSWORD), List.of(words))) {
                text.append('*').append(command.size()).append("\r\n");
                for (String word : command) {
                    text.append('$').append(word.length()).append("\r\n").append(word);
                    text.append("\r\n");
                }
            }
            socket.getOutputStream().write(text.toString().getBytes(StandardCharsets.US_ASCII));
            String answers = "";
            while (answers.chars().filter(c -> c == '\n').count() < 2) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return answers;
                }
                answers += (char) next;
            }
            return answers.split("\r\n")[1].substring(1);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
