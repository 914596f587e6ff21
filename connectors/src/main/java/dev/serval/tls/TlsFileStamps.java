package dev.serval.tls;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The files that TLS settings name, with stamps that change when a file does. Stateless. */
final class TlsFileStamps {
    private TlsFileStamps() {}

    /** Each file and directory with its stamp; equal maps mean that nothing has changed. */
    static Map<Path, String> of(TlsConfig config) {
        Set<Path> files = new HashSet<>();
        for (TlsHost host : config.hosts()) {
            host.certificates().forEach(certificate -> add(files, certificate));
            TlsTrust trust = host.trust();
            files.add(trust.caCertificateFile());
            files.add(trust.certificateRevocationListFile());
            add(files, trust.truststore());
            members(files, trust.caCertificatePath());
            members(files, trust.certificateRevocationListPath());
        }
        files.remove(null);
        Map<Path, String> stamps = new TreeMap<>();
        files.forEach(file -> stamps.put(file, stamp(file)));
        return stamps;
    }

    private static void add(Set<Path> files, TlsCertificate certificate) {
        files.add(certificate.certificateFile());
        files.add(certificate.certificateKeyFile());
        files.add(certificate.certificateChainFile());
        files.add(certificate.certificateKeyPassword().file());
        add(files, certificate.keystore());
    }

    private static void add(Set<Path> files, KeystoreFile keystore) {
        if (keystore != null) {
            files.add(keystore.file());
            files.add(keystore.password().file());
        }
    }

    private static void members(Set<Path> files, Path directory) {
        if (directory == null) {
            return;
        }
        files.add(directory);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            all.forEach(files::add);
        } catch (IOException e) {
            // A missing directory has a stamp, too; the next load says what is wrong.
        }
    }

    /** Includes the real path: clusters replace secrets by changing a symbolic link. */
    private static String stamp(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return file.toRealPath()
                    + " "
                    + now.lastModifiedTime()
                    + " "
                    + now.size()
                    + " "
                    + now.fileKey();
        } catch (IOException e) {
            return "not there";
        }
    }
}
