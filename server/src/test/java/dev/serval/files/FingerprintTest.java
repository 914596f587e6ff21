package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which names are promised never to change. */
class FingerprintTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/app.3f2a9c1b.js",
                "/app-3f2a9c1b.js",
                "/assets/index-BQf3gX9k.js",
                "/assets/index-4x9K2mQz.css",
                "/main-7AYQ5SJ3.js",
                "/chunk-XQB2W3X5.js",
                "/main.8e0d62a03ab5b4ec1b92.bundle.js",
                "/static/js/main.3f2a9c1b.chunk.js",
                "/static/js/main.3f2a9c1b.js.map",
                "/logo.3f2a9c1b4d5e6f70819234a5b6c7d8e9.svg",
                "/app-d41d8cd98f00b204e9800998ecf8427e.css",
                "/fonts/inter-latin.9f1c3e5a.woff2",
                "/vendor-light-1f0e9d8c.css"
            })
    void buildToolsMakeThese(String path) {
        assertThat(Fingerprint.isIn(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/index.html",
                "/app.js",
                "/.3f2a9c1b",
                "/3f2a9c1b.js",
                "/3f2a9c1b-app.js",
                "/app-3f2a9c1b",
                "/app.3f2a9c1",
                "/app-3f2a9c.js",
                "/assets-3f2a9c1b.d/app.js",
                "/report-20240115.pdf",
                "/report-2024-01-15.pdf",
                "/report-12dec2024.pdf",
                "/report-2024feb12.pdf",
                "/photo-20240115T103000.jpg",
                "/backup-20240115a1.sql",
                "/book-chapter12.html",
                "/book-Chapter12.html",
                "/cd-decade12.html",
                "/notes-MyFile2024v2.txt",
                "/setup-iPhone15Pro.html",
                "/setup-Windows11Setup.exe",
                "/camera-DSC01234.jpg",
                "/norm-ISO27001.html",
                "/jquery-3.7.1.min.js",
                "/bootstrap.bundle.min.js",
                "/font-awesome.deadbeef.css",
                "/menu-JavaScript.js",
                "/call-0123456789.txt",
                "/avatar-550e8400-e29b-41d4-a716-4466554400ff.png",
                "/archive-linux64amd.tar.gz",
                "/app.3f2a-9c1b.js",
                "/app.3f2a9c1ü.js"
            })
    void peopleMakeThese(String path) {
        assertThat(Fingerprint.isIn(path)).isFalse();
    }
}
