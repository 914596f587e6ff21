package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same rules and requests in the RewriteValve and in mod_rewrite of Apache httpd, Debian's
 * package apache2, over the same files. Skipped where it is not installed. An expression has to
 * match a whole text in the valve, as in Tomcat; so these do.
 */
@Timeout(120)
final class ModRewriteTest {
    private static final List<String> RULES =
            List.of(
                    "RewriteMap low int:tolower",
                    "RewriteMap up int:toupper",
                    "RewriteMap table txt:@base/table.txt",
                    "RewriteRule ^/exact$ /a.html",
                    "RewriteRule ^/last$ /a.html [L]",
                    "RewriteRule ^/first$ /second [C]",
                    "RewriteRule ^/second$ /b.html [L]",
                    "RewriteRule ^/case$ /c.html [NC,L]",
                    "RewriteRule ^/group/([a-c])$ /$1.html",
                    "RewriteRule ^/two/(.*)/(.*)$ /$2.html?first=$1",
                    "RewriteRule ^/query$ /a.html?own=1",
                    "RewriteRule ^/qsa$ /a.html?own=1 [QSA]",
                    "RewriteRule ^/qsd$ /a.html [QSD]",
                    "RewriteRule ^/drop$ /a.html?",
                    "RewriteRule ^/b/(.*)$ /a.html?q=$1 [B,L]",
                    "RewriteRule ^/forbidden/.*$ - [F]",
                    "RewriteRule ^/gone/.*$ - [G]",
                    "RewriteRule ^/teapot$ - [R=405]",
                    "RewriteRule ^/redirect$ /a.html [R,L]",
                    "RewriteRule ^/permanent$ /a.html [R=permanent,L]",
                    "RewriteRule ^/seeother$ /a.html [R=seeother,L]",
                    "RewriteRule ^/temporary$ /a.html [R=307,L]",
                    "RewriteRule ^/forever$ /a.html [R=308,L]",
                    "RewriteRule ^/dropped$ /a.html? [R,L]",
                    "RewriteRule ^/replaced$ /a.html?own=1 [R,L]",
                    "RewriteRule ^/outside/(.*)$ https://example.com/x/$1 [R=301,L]",
                    "RewriteRule ^/implied/(.*)$ https://example.com/$1 [L]",
                    "RewriteRule ^/to/(.*)$ /$1 [R,L]",
                    "RewriteRule ^/fragment$ /a.html#part [R,NE,L]",
                    "RewriteRule ^/hash$ /a.html#part [R,L]",
                    "RewriteRule ^/bl\\ ank$ /a.html [L]",
                    "RewriteRule \"^/quoted blank$\" /b.html [L]",
                    "RewriteCond %{HTTP_USER_AGENT} ^Old.*$",
                    "RewriteRule ^/agent$ /a.html [L]",
                    "RewriteCond %{HTTP_USER_AGENT} ^old.*$ [NC]",
                    "RewriteCond %{REQUEST_METHOD} ^GET$",
                    "RewriteRule ^/agent-nc$ /b.html [L]",
                    "RewriteCond %{HTTP:X-One} ^1$ [OR]",
                    "RewriteCond %{HTTP:X-Two} ^2$",
                    "RewriteCond %{HTTP:X-Three} ^3$",
                    "RewriteRule ^/or$ /c.html [L]",
                    "RewriteCond %{HTTP:X-One} !^1$",
                    "RewriteRule ^/not$ /a.html [L]",
                    "RewriteCond %{QUERY_STRING} ^page=(\\w+)&x=(\\w+)$",
                    "RewriteRule ^/by-query$ /%1.html?%2 [L]",
                    "RewriteCond $1 ^[ab]$",
                    "RewriteRule ^/of-rule/(.*)$ /$1.html [L]",
                    "RewriteCond %{HTTP:X-One} =exact",
                    "RewriteRule ^/equal$ /a.html [L]",
                    "RewriteCond %{HTTP:X-One} <m",
                    "RewriteRule ^/less$ /a.html [L]",
                    "RewriteCond %{HTTP:X-One} >m",
                    "RewriteRule ^/more$ /a.html [L]",
                    "RewriteCond %{HTTP:X-One} =\"\"",
                    "RewriteRule ^/empty$ /a.html [L]",
                    "RewriteCond %{DOCUMENT_ROOT}/$1 -f",
                    "RewriteRule ^/file/(.*)$ /$1 [L]",
                    "RewriteCond %{DOCUMENT_ROOT}/$1 -d",
                    "RewriteRule ^/dir/(.*)$ /b.html [L]",
                    "RewriteCond %{DOCUMENT_ROOT}/$1 -s",
                    "RewriteRule ^/size/(.*)$ /c.html [L]",
                    "RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} !-f",
                    "RewriteRule ^/app/.*$ /a.html [L]",
                    "RewriteRule ^/skip$ - [S=1]",
                    "RewriteRule ^/skip(2?)$ /a.html [L]",
                    "RewriteRule ^/skip$ /b.html [L]",
                    "RewriteRule ^/n/(.*)_(.*)$ /n/$1-$2 [N]",
                    "RewriteRule ^/n/(.*)$ /$1.html [L]",
                    "RewriteRule ^/env$ /env2 [E=SEEN:yes]",
                    "RewriteCond %{ENV:SEEN} ^yes$",
                    "RewriteRule ^/env2$ /b.html [L]",
                    "RewriteRule ^/cookie$ /a.html [CO=seen:yes:example.com:0:/p:secure:httponly]",
                    "RewriteRule ^/low/(.*)$ /${low:$1}.html [L]",
                    "RewriteRule ^/up/(.*)$ /a.html?${up:$1} [L]",
                    "RewriteRule ^/map/(.*)$ ${table:$1|/c.html} [L]",
                    "RewriteRule !^/.*$ /never");

    private static final List<String> FIELDS_OF_OLD = List.of("User-Agent: Old/1");

    @TempDir static Path base;
    private static Httpd httpd;
    private static Server serval;

    /** A target with fields of the request. */
    private record Asked(String method, String target, List<String> fields) {
        static Asked of(String target, String... fields) {
            return new Asked("GET", target, List.of(fields));
        }

        @Override
        public String toString() {
            return method + " " + target + (fields.isEmpty() ? "" : " " + fields);
        }
    }

    static List<Asked> requests() {
        String old = FIELDS_OF_OLD.get(0);
        return List.of(
                Asked.of("/exact"),
                Asked.of("/exact?x=1&y=%20"),
                Asked.of("/exactly"),
                Asked.of("/last"),
                Asked.of("/first"),
                Asked.of("/second"),
                Asked.of("/case"),
                Asked.of("/CaSe"),
                Asked.of("/group/b"),
                Asked.of("/group/z"),
                Asked.of("/two/x/b"),
                Asked.of("/two/x/y/b?z=1"),
                Asked.of("/query?x=1"),
                Asked.of("/qsa?x=1"),
                Asked.of("/qsa"),
                Asked.of("/qsd?x=1"),
                Asked.of("/drop?x=1"),
                Asked.of("/b/x&y=z"),
                Asked.of("/forbidden/x"),
                Asked.of("/gone/x"),
                Asked.of("/teapot"),
                Asked.of("/redirect"),
                Asked.of("/redirect?x=1"),
                Asked.of("/permanent"),
                Asked.of("/seeother"),
                Asked.of("/temporary"),
                Asked.of("/forever"),
                Asked.of("/dropped?x=1"),
                Asked.of("/replaced?x=1"),
                Asked.of("/outside/y?z=1"),
                Asked.of("/implied/y"),
                Asked.of("/to/a%20b"),
                Asked.of("/to/%C3%A4"),
                Asked.of("/to/a+b"),
                Asked.of("/fragment"),
                Asked.of("/hash"),
                Asked.of("/bl%20ank"),
                Asked.of("/quoted%20blank"),
                Asked.of("/agent", old),
                Asked.of("/agent", "User-Agent: New"),
                Asked.of("/agent-nc", old),
                new Asked("HEAD", "/agent-nc", FIELDS_OF_OLD),
                Asked.of("/or", "X-One: 1", "X-Three: 3"),
                Asked.of("/or", "X-Two: 2", "X-Three: 3"),
                Asked.of("/or", "X-Three: 3"),
                Asked.of("/or", "X-One: 1", "X-Two: 2"),
                Asked.of("/not"),
                Asked.of("/not", "X-One: 1"),
                Asked.of("/by-query?page=b&x=y"),
                Asked.of("/by-query?x=y"),
                Asked.of("/of-rule/a"),
                Asked.of("/of-rule/c"),
                Asked.of("/equal", "X-One: exact"),
                Asked.of("/equal", "X-One: exactly"),
                Asked.of("/less", "X-One: a"),
                Asked.of("/less", "X-One: z"),
                Asked.of("/more", "X-One: z"),
                Asked.of("/empty"),
                Asked.of("/file/sub/d.html"),
                Asked.of("/file/none"),
                Asked.of("/dir/sub"),
                Asked.of("/dir/a.html"),
                Asked.of("/size/a.html"),
                Asked.of("/size/empty.html"),
                Asked.of("/app/deep/link"),
                Asked.of("/app/there.html"),
                Asked.of("/skip"),
                Asked.of("/skip2"),
                Asked.of("/n/a_b_c"),
                Asked.of("/env"),
                Asked.of("/env2"),
                Asked.of("/cookie"),
                Asked.of("/low/B"),
                Asked.of("/up/xy"),
                Asked.of("/map/one"),
                Asked.of("/map/none"));
    }

    /** Tells with what query a file was asked for in the end. */
    public static final class QueryFilter extends HttpFilter {
        private static final long serialVersionUID = 1;

        @Override
        protected void doFilter(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String query = request.getQueryString();
            response.setHeader("X-Query", query == null ? "" : query);
            chain.doFilter(request, response);
        }
    }

    @BeforeAll
    static void start() throws Exception {
        Httpd.require();
        AppDirectory files = new AppDirectory(base.resolve("webapps"), "ROOT");
        for (String name : List.of("a", "b", "c", "sub/d", "app/there", "a-b-c")) {
            files.file(name + ".html", "<p>the file " + name);
        }
        files.file("empty.html", "")
                .classes(QueryFilter.class)
                .webXml(
                        "<filter><filter-name>q</filter-name><filter-class>"
                                + QueryFilter.class.getName()
                                + "</filter-class></filter><filter-mapping><filter-name>q"
                                + "</filter-name><url-pattern>/*</url-pattern></filter-mapping>");
        Files.writeString(base.resolve("table.txt"), "one /b.html\n");
        String rules = String.join("\n", RULES).replace("@base", base.toString()) + "\n";
        Path own = Files.createDirectories(base.resolve("conf/E/localhost"));
        Files.writeString(own.resolve("rewrite.config"), rules);
        serval =
                Configured.server(
                        base,
                        "<Connector port='0'/>",
                        "<Host name='localhost'><Valve className='RewriteValve'/></Host>");
        httpd =
                Httpd.start(
                        base,
                        "mime dir headers rewrite",
                        "AddType text/html .html\nDocumentRoot "
                                + files.root()
                                + "\nDirectorySlash Off\n"
                                + "Header always set X-Query \"expr=%{QUERY_STRING}\"\n"
                                + "RewriteEngine On\n"
                                + rules);
    }

    @AfterAll
    static void stop() throws Exception {
        if (serval != null) {
            serval.stop(Duration.ofSeconds(10));
        }
        if (httpd != null) {
            httpd.close();
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void bothAnswerTheSame(Asked asked) throws Exception {
        String theirs = told(asked, httpd.port());
        String ours = told(asked, serval.connectors().get(0).port());
        assertThat(ours).isEqualTo(theirs);
    }

    /** What matters of an answer. */
    private static String told(Asked asked, int port) throws IOException {
        StringBuilder request = new StringBuilder();
        request.append(asked.method()).append(' ').append(asked.target()).append(" HTTP/1.1\r\n");
        request.append("Host: localhost\r\nConnection: close\r\n");
        asked.fields().forEach(field -> request.append(field).append("\r\n"));
        request.append("\r\n");
        String answer;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(RawClient.PATIENCE);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
        int end = answer.indexOf("\r\n\r\n");
        String status = answer.substring(9, 12);
        StringBuilder told = new StringBuilder(status);
        for (String line : answer.substring(0, end).split("\r\n")) {
            String name = line.split(":")[0].toLowerCase(Locale.ROOT);
            String value = line.substring(Math.min(line.length(), name.length() + 1)).strip();
            if (name.equals("location")) {
                String own = value.replaceFirst("^http://localhost(:\\d+)?/", "/");
                told.append(" to ").append(upperEscapes(own));
            } else if (name.equals("x-query") && status.equals("200")) {
                told.append(" query ").append(upperEscapes(value));
            } else if (name.equals("set-cookie")) {
                told.append(" cookie ").append(cookie(value));
            }
        }
        return status.equals("200") ? told + " body " + answer.substring(end + 4) : told.toString();
    }

    private static String cookie(String value) {
        return List.of(value.toLowerCase(Locale.ROOT).split("; ?")).stream().sorted().toList() + "";
    }

    /** Both cases of their digits mean the same (RFC 3986 §2.1). */
    private static String upperEscapes(String uri) {
        return Pattern.compile("%[0-9a-fA-F]{2}")
                .matcher(uri)
                .replaceAll(found -> found.group().toUpperCase(Locale.ROOT));
    }
}
