package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The servers that are no Java, as Debian packages them, each with a configuration made for the run
 * and the limits of {@link JavaServer}. Stateless.
 */
final class NativeServer {
    private static final Path HTTPD_MODULES = Path.of("/usr/lib/apache2/modules");

    private NativeServer() {}

    /** What is missing to run it, with the package that brings it; empty when all is there. */
    static Optional<String> missing(Contender contender) {
        String program = contender == Contender.NGINX ? "nginx" : "apache2";
        return program(program).isPresent()
                ? Optional.empty()
                : Optional.of(contender + " needs Debian's package " + program);
    }

    /** The command that runs it in the foreground; writes its configuration. */
    static List<String> command(Contender contender, Site site, int port) throws IOException {
        Path work = Files.createDirectories(site.work().resolve(contender.name()));
        if (contender == Contender.NGINX) {
            Path file = Files.writeString(work.resolve("nginx.conf"), nginx(site, work, port));
            return List.of(path("nginx"), "-p", work.toString(), "-c", file.toString());
        }
        Path file = Files.writeString(work.resolve("httpd.conf"), httpd(site, work, port));
        return List.of(path("apache2"), "-f", file.toString(), "-DFOREGROUND");
    }

    private static String nginx(Site site, Path work, int port) {
        return """
        daemon off;
        worker_processes 2;
        pid %1$s/nginx.pid;
        error_log %1$s/error.log;
        events { worker_connections 8192; }
        http {
          default_type application/octet-stream;
          types { text/plain txt; }
          sendfile on;
          tcp_nopush on;
          keepalive_timeout 60s;
          keepalive_requests 1000000000;
          access_log %2$s;
          server { listen 127.0.0.1:%3$d backlog=8192; root %4$s; }
        }
        """
                .formatted(work, site.log() ? work + "/access.log" : "off", port, site.documents());
    }

    private static String httpd(Site site, Path work, int port) {
        return """
        ServerRoot %1$s
        ServerName localhost
        PidFile %1$s/httpd.pid
        ErrorLog %1$s/error.log
        Listen 127.0.0.1:%3$d
        ListenBacklog 8192
        LoadModule mpm_event_module %5$s/mod_mpm_event.so
        LoadModule authz_core_module %5$s/mod_authz_core.so
        LoadModule mime_module %5$s/mod_mime.so
        TypesConfig /dev/null
        AddType text/plain txt
        User www-data
        Group www-data
        KeepAlive On
        KeepAliveTimeout 60
        MaxKeepAliveRequests 0
        ServerLimit 8
        ThreadsPerChild 128
        ThreadLimit 128
        MaxRequestWorkers 1024
        StartServers 2
        MinSpareThreads 64
        MaxSpareThreads 1024
        EnableSendfile On
        DocumentRoot %4$s
        <Directory %4$s>
          Require all granted
          AllowOverride None
          Options None
        </Directory>
        %2$s
        """
                .formatted(
                        work,
                        site.log()
                                ? "CustomLog "
                                        + work
                                        + "/access.log \"%h %l %u %t \\\"%r\\\" %>s %b\""
                                : "",
                        port,
                        site.documents(),
                        HTTPD_MODULES);
    }

    private static String path(String name) throws IOException {
        return program(name).orElseThrow(() -> new IOException(name + " is not installed"));
    }

    private static Optional<String> program(String name) {
        return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin")
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
