package dev.serval.benchmarks.micro;

import java.nio.charset.StandardCharsets;

/** Heads of requests as clients send them, for the benchmarks of this module. Stateless. */
public final class BrowserHeads {
    private static final String BARE = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static final String GENERATOR =
            "GET /bench/13b.txt HTTP/1.0\r\nConnection: Keep-Alive\r\nHost: 127.0.0.1:8080\r\n"
                    + "User-Agent: ApacheBench/2.3\r\nAccept: */*\r\n\r\n";

    private static final String FIREFOX =
            "GET /docs/quickstart.html?from=welcome HTTP/1.1\r\nHost: www.example.org\r\n"
                    + "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101"
                    + " Firefox/140.0\r\n"
                    + "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
                    + "Accept-Language: en-GB,en;q=0.8,de;q=0.5\r\n"
                    + "Accept-Encoding: gzip, deflate, br, zstd\r\n"
                    + "Connection: keep-alive\r\nReferer: http://www.example.org/\r\n"
                    + "Cookie: consent=yes; theme=dark\r\n"
                    + "Upgrade-Insecure-Requests: 1\r\nSec-Fetch-Dest: document\r\n"
                    + "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Site: same-origin\r\n"
                    + "Sec-Fetch-User: ?1\r\nPriority: u=0, i\r\n\r\n";

    private static final String CHROME =
            "GET /docs/quickstart.html?from=welcome HTTP/1.1\r\nHost: www.example.org\r\n"
                    + "Connection: keep-alive\r\nCache-Control: max-age=0\r\n"
                    + "sec-ch-ua: \"Chromium\";v=\"142\", \"Not_A Brand\";v=\"99\"\r\n"
                    + "sec-ch-ua-mobile: ?0\r\nsec-ch-ua-platform: \"Linux\"\r\n"
                    + "Upgrade-Insecure-Requests: 1\r\n"
                    + "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like"
                    + " Gecko) Chrome/142.0.0.0 Safari/537.36\r\n"
                    + "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,"
                    + "image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7\r\n"
                    + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: navigate\r\n"
                    + "Sec-Fetch-User: ?1\r\nSec-Fetch-Dest: document\r\n"
                    + "Referer: http://www.example.org/\r\n"
                    + "Accept-Encoding: gzip, deflate, br, zstd\r\n"
                    + "Accept-Language: en-GB,en-US;q=0.9,en;q=0.8\r\n"
                    + "Cookie: consent=yes; theme=dark\r\n"
                    + "If-None-Match: \"9126-1763683200000\"\r\n"
                    + "If-Modified-Since: Sat, 21 Nov 2026 00:00:00 GMT\r\n\r\n";

    private static final String SAFARI =
            "GET /docs/quickstart.html?from=welcome HTTP/1.1\r\nHost: www.example.org\r\n"
                    + "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
                    + "Sec-Fetch-Site: same-origin\r\nCookie: consent=yes; theme=dark\r\n"
                    + "Sec-Fetch-Mode: navigate\r\n"
                    + "User-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
                    + " AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15\r\n"
                    + "Accept-Language: en-GB,en;q=0.9\r\nReferer: http://www.example.org/\r\n"
                    + "Sec-Fetch-Dest: document\r\nAccept-Encoding: gzip, deflate, br\r\n"
                    + "Priority: u=0, i\r\nConnection: keep-alive\r\n\r\n";

    private BrowserHeads() {}

    /**
     * The bytes of a head.
     *
     * @param client bare, generator (a load generator), firefox, chrome, safari, or sixtyFields
     */
    public static byte[] of(String client) {
        String text =
                switch (client) {
                    case "bare" -> BARE;
                    case "generator" -> GENERATOR;
                    case "firefox" -> FIREFOX;
                    case "chrome" -> CHROME;
                    case "safari" -> SAFARI;
                    case "sixtyFields" -> sixtyFields();
                    default -> throw new IllegalArgumentException(client);
                };
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String sixtyFields() {
        StringBuilder text = new StringBuilder("GET / HTTP/1.1\r\nHost: localhost\r\n");
        for (int i = 0; i < 59; i++) {
            text.append("X-Field-").append(i).append(": value of field ").append(i).append("\r\n");
        }
        return text.append("\r\n").toString();
    }
}
