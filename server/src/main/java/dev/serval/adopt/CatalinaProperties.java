package dev.serval.adopt;

import dev.serval.config.Finding;
import dev.serval.config.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code conf/catalina.properties}: system properties, and the class path. Immutable. */
final class CatalinaProperties {
    private static final String COMMON = "common.loader";
    private static final String SHARED = "shared.loader";
    private static final String USUAL =
            "\"${catalina.base}/lib\",\"${catalina.base}/lib/*.jar\","
                    + "\"${catalina.home}/lib\",\"${catalina.home}/lib/*.jar\"";
    private static final Pattern PART = Pattern.compile("\"([^\"]*)\"|([^,\"]+)");

    /** The jars of Tomcat itself; in their place applications see the classes of the server. */
    private static final Pattern TOMCATS =
            Pattern.compile(
                    "(annotations-api|bootstrap|catalina(-(ant|ha|ssi|storeconfig|tribes))?"
                            + "|ecj-[0-9.]+|el-api|jakartaee-migration-.*|jasper(-el)?"
                            + "|jaspic-api|jsp-api|servlet-api|websocket(-client)?-api"
                            + "|tomcat-(api|coyote(-ffm)?|dbcp|i18n-.*|jdbc|jni|juli|util(-scan)?"
                            + "|websocket))\\.jar");

    private final PropertyFile file;
    private final Set<Path> classPath = new LinkedHashSet<>();
    private int ofTomcat;

    private CatalinaProperties(PropertyFile file) {
        this.file = file;
    }

    /** Sets system properties: placeholders in all other files may name them. */
    static CatalinaProperties of(Path base) {
        CatalinaProperties properties =
                new CatalinaProperties(
                        PropertyFile.read(
                                base.resolve("conf/catalina.properties"),
                                "conf/catalina.properties"));
        properties.file.values().keySet().stream()
                .filter(key -> !key.endsWith(".loader"))
                .forEach(key -> System.setProperty(key, properties.file.values().get(key)));
        for (String loader : List.of(COMMON, SHARED)) {
            properties.add(loader);
        }
        return properties;
    }

    /** Jars, and directories of classes, without those that are Tomcat itself. */
    List<Path> classPath() {
        return List.copyOf(classPath);
    }

    private void add(String loader) {
        String value = file.resolved(loader);
        if (value == null && loader.equals(COMMON)) {
            value = PropertyFile.resolve(USUAL);
        }
        Matcher parts = PART.matcher(value == null ? "" : value);
        while (parts.find()) {
            String part = (parts.group(1) != null ? parts.group(1) : parts.group(2)).strip();
            if (!part.isEmpty()) {
                add(path(part));
            }
        }
    }

    private static Path path(String part) {
        return part.startsWith("file:/") ? Path.of(URI.create(part).getPath()) : Path.of(part);
    }

    private void add(Path part) {
        String name = String.valueOf(part.getFileName());
        if (!name.equals("*.jar")) {
            addFile(part);
            return;
        }
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(part.getParent())) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(part.getParent(), name)) {
                all.forEach(jars::add);
            } catch (IOException e) {
                throw new UncheckedIOException(part.getParent() + " cannot be read", e);
            }
        }
        jars.sort(null);
        jars.forEach(this::addFile);
    }

    private void addFile(Path file) {
        if (TOMCATS.matcher(String.valueOf(file.getFileName())).matches()) {
            ofTomcat++;
        } else if (Files.exists(file)) {
            classPath.add(file.toAbsolutePath().normalize());
        }
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        if (file.mistake() != null) {
            findings.add(file.unreadable());
        }
        for (String key : file.values().keySet()) {
            findings.add(finding(key));
        }
        return findings;
    }

    private Finding finding(String key) {
        String value = file.values().get(key).strip();
        if (key.equals(COMMON) || key.equals(SHARED)) {
            return file.finding(
                    key,
                    Verdict.HONOURED,
                    key.equals(COMMON) && ofTomcat > 0
                            ? "but for the jars of Tomcat itself: " + ofTomcat
                            : "");
        }
        if (key.equals("server.loader")) {
            return value.isEmpty()
                    ? file.finding(key, Verdict.HONOURED, "")
                    : file.finding(
                            key,
                            Verdict.UNSUPPORTED,
                            "what the server itself is to see is an extension of Serval");
        }
        if (key.startsWith("package.")) {
            return file.finding(key, Verdict.WITHOUT_EFFECT, "there is no security manager");
        }
        if (key.endsWith(".PROPERTY_SOURCE")) {
            boolean environment = value.contains("EnvironmentPropertySource");
            return file.finding(
                    key,
                    environment ? Verdict.MAPPED : Verdict.UNSUPPORTED,
                    "${...} asks the system properties, then the environment");
        }
        boolean inner =
                key.startsWith("org.apache.")
                        || key.startsWith("tomcat.util.") && !key.contains("JarScanFilter");
        return inner
                ? file.finding(
                        key, Verdict.WITHOUT_EFFECT, "a system property that Serval never asks for")
                : file.finding(key, Verdict.HONOURED, "");
    }
}
