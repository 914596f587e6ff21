package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The servers that are no Java, as Debian packages them, each with a configuration made for the run
 * and the limits of {@link Site}. Stateless.
 */
final class NativeServer {
    private static final Path HTTPD_MODULES = Path.of("/usr/lib/apache2/modules");

    private NativeServer() {}

    /** The program, which Debian's package is named after, too. */
    static String program(Contender contender) {
        return contender == Contender.NGINX ? "nginx" : "apache2";
    }

    /**
     * The command that runs it in the foreground; writes its configuration.
     *
     * @param behind the port of the server behind it; 0 when it serves the documents itself
     */
    static List<String> command(Contender contender, Site site, int port, int behind)
            throws IOException {
        Path work = Files.createDirectories(site.work().resolve(contender.name()));
        String program =
                Programs.find(program(contender))
                        .orElseThrow(() -> new IOException(program(contender) + " is missing"));
        if (contender == Contender.NGINX) {
            Path file = Files.writeString(work.resolve("nginx.conf"), nginx(site, work, port));
            return List.of(program, "-p", work.toString(), "-c", file.toString());
        }
        Path file =
                Files.writeString(
                        work.resolve("httpd.conf"), httpd(contender, site, work, port, behind));
        return List.of(program, "-f", file.toString(), "-DFOREGROUND");
    }

    private static String nginx(Site site, Path work, int port) {
        String tls =
                site.tls() == null
                        ? ""
                        : "ssl_certificate %1$s; ssl_certificate_key %1$s;%2$s"
                                .formatted(site.tls().pem(), site.tls().nginx());
        return """
        daemon off;
        worker_processes auto;
        pid %1$s/nginx.pid;
        error_log %1$s/error.log;
        worker_rlimit_nofile 20000;
        events { worker_connections 16384; }
        http {
          default_type application/octet-stream;
          types { text/plain txt; }
          sendfile on;
          tcp_nopush on;
          keepalive_timeout 60s;
          keepalive_requests 1000000000;
          access_log %2$s;
          %6$s
          server { listen 127.0.0.1:%3$d%7$s backlog=%5$d; root %4$s; }
        }
        """
                .formatted(
                        work,
                        site.log() ? work + "/access.log" : "off",
                        port,
                        site.documents(),
                        Site.BACKLOG,
                        tls,
                        site.tls() == null ? "" : " ssl");
    }

    private static String httpd(Contender contender, Site site, Path work, int port, int behind) {
        StringBuilder conf =
                new StringBuilder(
                        """
                        ServerRoot %1$s
                        ServerName localhost
                        PidFile %1$s/httpd.pid
                        ErrorLog %1$s/error.log
                        Listen 127.0.0.1:%2$d
                        ListenBacklog %3$d
                        LoadModule authz_core_module %4$s/mod_authz_core.so
                        LoadModule mime_module %4$s/mod_mime.so
                        TypesConfig /dev/null
                        AddType text/plain txt
                        User www-data
                        Group www-data
                        KeepAlive On
                        KeepAliveTimeout 60
                        MaxKeepAliveRequests 0
                        EnableSendfile On
                        DocumentRoot %5$s
                        <Directory %5$s>
                          Require all granted
                          AllowOverride None
                          Options None
                        </Directory>
                        """
                                .formatted(
                                        work, port, Site.BACKLOG, HTTPD_MODULES, site.documents()));
        conf.append(processes(contender, site.threads()));
        if (site.log()) {
            // Built in where Debian made it.
            conf.append(
                    """
                    <IfModule !log_config_module>
                    LoadModule log_config_module %s/mod_log_config.so
                    </IfModule>
                    """
                            .formatted(HTTPD_MODULES));
            conf.append(
                    "CustomLog %s/access.log \"%%h %%l %%u %%t \\\"%%r\\\" %%>s %%b\"%n"
                            .formatted(work));
        }
        if (behind != 0) {
            conf.append(
                    """
                    LoadModule proxy_module %1$s/mod_proxy.so
                    LoadModule proxy_%3$s_module %1$s/mod_proxy_%3$s.so
                    ProxyPass / %3$s://127.0.0.1:%2$d/ keepalive=On ttl=50
                    """
                            .formatted(HTTPD_MODULES, behind, contender.ajp() ? "ajp" : "http"));
        }
        if (site.tls() != null) {
            conf.append(
                    """
                    LoadModule ssl_module %1$s/mod_ssl.so
                    SSLEngine on
                    SSLCertificateFile %2$s
                    SSLCertificateKeyFile %2$s
                    """
                            .formatted(HTTPD_MODULES, site.tls().pem()));
            conf.append(site.tls().httpd());
        }
        return conf.toString();
    }

    /**
     * As many requests at once as the threads of the others. Where processes have threads, each has
     * as many, since the event MPM closes kept connections when one process has got too many.
     */
    private static String processes(Contender contender, int threads) {
        String module =
                switch (contender) {
                    case HTTPD_PREFORK -> "prefork";
                    case HTTPD_WORKER -> "worker";
                    default -> "event";
                };
        String load =
                "LoadModule mpm_%1$s_module %2$s/mod_mpm_%1$s.so%n"
                        .formatted(module, HTTPD_MODULES);
        if (module.equals("prefork")) {
            return load
                    + """
                      ServerLimit %1$d
                      MaxRequestWorkers %1$d
                      StartServers %1$d
                      MinSpareServers 1
                      MaxSpareServers %1$d
                      """
                            .formatted(threads);
        }
        return load
                + """
                  ServerLimit 2
                  StartServers 2
                  ThreadsPerChild %1$d
                  ThreadLimit %1$d
                  MaxRequestWorkers %2$d
                  MinSpareThreads 1
                  MaxSpareThreads %2$d
                  """
                        .formatted(threads, 2 * threads)
                + (module.equals("event") ? "AsyncRequestWorkerFactor 100\n" : "");
    }
}
