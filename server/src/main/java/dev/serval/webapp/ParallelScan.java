package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Scans archives, as many at a time as there are processors. Stateless. The largest come first, so
 * that none is left alone at the end.
 */
final class ParallelScan {
    private ParallelScan() {}

    /** In the order given. */
    static List<ArchiveScan> of(List<Archive> archives, Function<Archive, ArchiveScan> scan) {
        List<Archive> bySize = new ArrayList<>(archives);
        Map<Archive, Long> sizes = new ConcurrentHashMap<>();
        archives.forEach(archive -> sizes.put(archive, size(archive)));
        bySize.sort(Comparator.comparing(sizes::get).reversed());
        Map<Archive, ArchiveScan> scans = new ConcurrentHashMap<>();
        AtomicInteger next = new AtomicInteger();
        int threads = Math.min(archives.size(), Runtime.getRuntime().availableProcessors());
        // On threads of the JVM's common pool, which has as many, for all applications together.
        IntStream.range(0, threads)
                .parallel()
                .forEach(
                        thread -> {
                            for (int i = next.getAndIncrement();
                                    i < bySize.size();
                                    i = next.getAndIncrement()) {
                                scans.put(bySize.get(i), scan.apply(bySize.get(i)));
                            }
                        });
        return archives.stream().map(scans::get).toList();
    }

    private static long size(Archive archive) {
        try {
            return archive.isJar() ? Files.size(archive.path()) : Long.MAX_VALUE;
        } catch (IOException e) {
            return 0; // the scan of the archive reports that
        }
    }
}
