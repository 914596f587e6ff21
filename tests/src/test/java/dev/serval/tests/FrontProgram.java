package dev.serval.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program that stands in front of servers, as Debian has it; what a test runs of it is a process
 * of its own in a temporary directory. Stateless.
 */
enum FrontProgram {
    HTTPD("apache2", "/usr/sbin/apache2"),
    NGINX("nginx", "/usr/sbin/nginx"),
    HAPROXY("haproxy", "/usr/sbin/haproxy");

    private static final Path LOADS = Path.of("/etc/apache2/mods-available");
    private static final Path STREAM = Path.of("/usr/lib/nginx/modules/ngx_stream_module.so");
    private static final Pattern LOAD = Pattern.compile("LoadModule\\s+\\S+\\s+\\S+");

    private final String packaged;
    private final Path file;

    FrontProgram(String packaged, String file) {
        this.packaged = packaged;
        this.file = Path.of(file);
    }

    /** The Debian package. */
    String packaged() {
        return packaged;
    }

    boolean isInstalled() {
        return Files.isExecutable(file);
    }

    /** Whether httpd has what a line {@code a2enmod ...} names, or nginx its stream module. */
    boolean has(String modules) {
        return switch (this) {
            case HTTPD -> names(modules).stream().allMatch(name -> Files.exists(load(name)));
            case NGINX -> !modules.contains("stream") || Files.exists(STREAM);
            case HAPROXY -> true;
        };
    }

    /**
     * Starts it.
     *
     * @param directory of its own, which its workers may enter
     * @param config what the page shows
     * @param modules of httpd: the line {@code a2enmod ...}
     */
    Process start(Path directory, String config, String modules) throws IOException {
        Path own = directory.resolve("front.conf");
        Path out = directory.resolve("front.log");
        List<String> command = new ArrayList<>(List.of(file.toString()));
        switch (this) {
            case HTTPD -> {
                Files.writeString(own, httpd(directory, modules) + config);
                command.addAll(List.of("-f", own.toString(), "-DFOREGROUND"));
            }
            case NGINX -> {
                Files.writeString(own, nginx(directory, config));
                command.addAll(
                        List.of("-p", directory + "/", "-c", own.toString(), "-e", out.toString()));
            }
            case HAPROXY -> {
                Files.writeString(own, "global\n    maxconn 1000\n" + config + "\n");
                command.addAll(List.of("-db", "-f", own.toString()));
            }
        }
        return run(directory, command);
    }

    /** Starts httpd with the files that are there. */
    Process again(Path directory) throws IOException {
        return run(
                directory,
                List.of(
                        file.toString(),
                        "-f",
                        directory.resolve("front.conf").toString(),
                        "-DFOREGROUND"));
    }

    private static Process run(Path directory, List<String> command) throws IOException {
        Path out = directory.resolve("front.log");
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
                .start();
    }

    static void stop(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    /** What Debian's apache2.conf and ports.conf would say, in that directory. */
    private static String httpd(Path directory, String modules) {
        StringBuilder text = new StringBuilder();
        for (String module : loads("mpm_event authz_core " + modules)) {
            text.append(module).append('\n');
        }
        text.append("ServerRoot ").append(directory).append('\n');
        text.append("DefaultRuntimeDir ").append(directory).append('\n');
        text.append("PidFile ").append(directory.resolve("httpd.pid")).append('\n');
        text.append("ErrorLog ").append(directory.resolve("front.log")).append('\n');
        text.append("<IfModule mime_module>\nTypesConfig /dev/null\n</IfModule>\n");
        text.append("ServerName localhost\nStartServers 1\nThreadsPerChild 25\n");
        if (names(modules).contains("jk")) {
            text.append("JkWorkersFile ").append(directory.resolve("workers.properties"));
            text.append("\nJkShmFile ").append(directory.resolve("jk.status"));
            text.append("\nJkLogFile ").append(directory.resolve("jk.log")).append('\n');
        }
        if (isRoot()) {
            text.append("User www-data\nGroup www-data\n");
        }
        return text.toString();
    }

    /** What Debian's nginx.conf would say around a file of conf.d. */
    private static String nginx(Path directory, String config) {
        StringBuilder text = new StringBuilder("daemon off;\nworker_processes 1;\n");
        text.append("pid ").append(directory.resolve("nginx.pid")).append(";\n");
        if (isRoot()) {
            text.append("user www-data;\n");
        }
        if (config.strip().startsWith("stream")) {
            text.append("load_module ").append(STREAM).append(";\n");
            return text + "events { }\n" + config + "\n";
        }
        text.append("events { }\nhttp {\naccess_log off;\n");
        for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            text.append(kind).append("_temp_path ").append(directory.resolve(kind)).append(";\n");
        }
        return text + config + "\n}\n";
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static List<String> names(String modules) {
        return Stream.of(modules.strip().split("\\s+"))
                .filter(name -> !name.equals("a2enmod") && !name.isEmpty())
                .toList();
    }

    private static Path load(String module) {
        return LOADS.resolve(module + ".load");
    }

    /** The lines by which httpd loads them and what they need, as a2enmod finds it. */
    private static Set<String> loads(String modules) {
        Set<String> lines = new LinkedHashSet<>();
        for (String name : names(modules)) {
            try {
                String file = Files.readString(load(name));
                Matcher needs = Pattern.compile("# Depends: (.*)").matcher(file);
                if (needs.find()) {
                    lines.addAll(loads(needs.group(1)));
                }
                Matcher line = LOAD.matcher(file);
                while (line.find()) {
                    lines.add(line.group());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return lines;
    }
}
