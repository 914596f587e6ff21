package dev.serval.jsp;

import dev.serval.pages.TagLibraries;
import jakarta.servlet.ServletContext;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.jasper.EmbeddedServletOptions;
import org.apache.jasper.JasperException;
import org.apache.jasper.JspCompilationContext;
import org.apache.jasper.compiler.JspRuntimeContext;
import org.apache.jasper.compiler.TldCache;
import org.apache.jasper.servlet.JspCServletContext;
import org.apache.jasper.servlet.TldScanner;
import org.xml.sax.SAXException;

/**
 * Compiles the pages of an application that does not run: their classes go into WEB-INF/classes,
 * and web.xml maps them as servlets. One thread.
 */
final class Precompiler {
    private final ServletContext context;
    private final EmbeddedServletOptions options;
    private final JspRuntimeContext runtime;
    private final List<String> problems = new ArrayList<>();

    private Precompiler(ServletContext context, Path classes) {
        this.context = context;
        Map<String, String> parameters =
                Map.of("scratchdir", classes.toString(), "keepgenerated", "false");
        options = new EmbeddedServletOptions(new CompilerConfig(context, parameters), context);
        runtime = new JspRuntimeContext(context, options);
    }

    /**
     * The errors of pages; empty if all are compiled.
     *
     * @param loader of the application's classes
     */
    static List<String> compile(Path application, ClassLoader loader) throws IOException {
        Path classes = application.resolve("WEB-INF/classes");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            ApiFactory.provide();
            ApplicationTags.quiet();
            Files.createDirectories(classes);
            Precompiler precompiler = new Precompiler(context(application, loader), classes);
            Map<String, String> compiled = precompiler.all();
            MappedPages.write(application.resolve("WEB-INF/web.xml"), compiled);
            return precompiler.problems;
        } catch (JasperException | SAXException e) {
            throw new IOException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static ServletContext context(Path application, ClassLoader loader)
            throws IOException, JasperException, SAXException {
        JspCServletContext context =
                new JspCServletContext(
                        new PrintWriter(Writer.nullWriter()),
                        application.toUri().toURL(),
                        loader,
                        false,
                        true);
        context.setAttribute(
                ServletContext.TEMPDIR, new File(System.getProperty("java.io.tmpdir")));
        TldScanner scanner = new JarTags(context, tags(application), true, false, true);
        scanner.scan();
        context.setAttribute(
                TldCache.SERVLET_CONTEXT_ATTRIBUTE_NAME,
                new TldCache(
                        context,
                        scanner.getUriTldResourcePathMap(),
                        scanner.getTldResourcePathTaglibXmlMap()));
        return context;
    }

    private static List<TagLibraries> tags(Path application) throws IOException {
        List<TagLibraries> found = new ArrayList<>();
        Path lib = application.resolve("WEB-INF/lib");
        if (Files.isDirectory(lib)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, "*.jar")) {
                for (Path jar : jars) {
                    try (ZipFile file = new ZipFile(jar.toFile())) {
                        found.add(
                                new TagLibraries(
                                        jar,
                                        file.stream()
                                                .map(ZipEntry::getName)
                                                .filter(n -> n.matches("META-INF/.*\\.tld"))
                                                .toList()));
                    }
                }
            }
        }
        return found;
    }

    /** The classes of pages by their paths. */
    private Map<String, String> all() throws JasperException {
        Map<String, String> compiled = new LinkedHashMap<>();
        for (String page : pages("/", new TreeSet<>())) {
            JspCompilationContext each =
                    new JspCompilationContext(page, options, context, null, runtime);
            try {
                each.createCompiler().compile(true, true);
                compiled.put(page, each.getServletPackageName() + "." + each.getServletClassName());
            } catch (Exception e) {
                problems.add(page + ": " + JasperServlet.said(e));
            }
        }
        return compiled;
    }

    private Set<String> pages(String directory, Set<String> found) throws JasperException {
        Set<String> paths = context.getResourcePaths(directory);
        for (String path : paths == null ? Set.<String>of() : paths) {
            if (path.endsWith("/")) {
                pages(path, found);
            } else if (path.endsWith(".jsp")
                    || path.endsWith(".jspx")
                    || options.getJspConfig().isJspPage(path)) {
                found.add(path);
            }
        }
        return found;
    }
}
